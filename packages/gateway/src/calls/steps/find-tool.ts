import type { UpstreamServer } from '@toolmark/upstream';
import { catalogFor, serversFor } from '../../catalog/sight.ts';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';
import type { Step } from '../compose.ts';
import { unknownName } from '../unknown-name.ts';

export interface FindToolDeps {
  readonly catalog: () => Catalog;
  readonly servers: () => readonly UpstreamServer[];
  /** The tool as strict as its server has announced it to be, though the catalog does not have that yet. */
  readonly tightened: (tool: CatalogTool) => CatalogTool;
}

/** Finds the tool that the client means. */
export function findTool({ catalog, servers, tightened }: FindToolDeps): Step {
  return function findTool(call, next) {
    const { caller, name } = call;
    const tool = catalogFor(catalog(), caller).toolsByName.get(name);
    if (tool !== undefined) {
      call.tool = tightened(tool);
      return next();
    }
    return Promise.resolve(unknownName('tool', name, serversFor(servers(), caller)));
  };
}
