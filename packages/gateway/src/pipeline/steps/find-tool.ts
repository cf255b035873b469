import type { Catalog } from '../../catalog/catalog.ts';
import { unknownName } from '../../core/unknown-name.ts';
import type { UpstreamServer } from '../../upstream/server.ts';
import type { Step } from '../compose.ts';

export interface FindToolDeps {
  readonly catalog: () => Catalog;
  readonly servers: () => readonly UpstreamServer[];
}

/** Finds the tool that the client means. */
export function findTool({ catalog, servers }: FindToolDeps): Step {
  return function findTool(call, next) {
    call.tool = catalog().toolsByName.get(call.name);
    return call.tool === undefined ? Promise.resolve(unknownName('tool', call.name, servers())) : next();
  };
}
