import type { Catalog } from '../../catalog/catalog.ts';
import { catalogFor, serversFor } from '../../core/sight.ts';
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
    const { caller, name } = call;
    call.tool = catalogFor(catalog(), caller).toolsByName.get(name);
    if (call.tool !== undefined) return next();
    return Promise.resolve(unknownName('tool', name, serversFor(servers(), caller)));
  };
}
