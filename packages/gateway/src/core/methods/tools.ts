import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject, RpcReply } from '@toolmark/base';
import type { CallKey } from '@toolmark/record';
import { createCall } from '../../calls/pipeline.ts';
import type { Recorder } from '../../calls/record/recorder.ts';
import { catalogFor } from '../../catalog/current-catalog.ts';
import type { Call } from '../../model/call.ts';
import type { Catalog } from '../../model/catalog.ts';
import { listAllPages } from '../../search/menu/listing.ts';
import { createMenuPages } from '../../search/menu/menu-pages.ts';
import { createSearchMode, type SearchModeDeps } from '../search/search-mode.ts';
import { invalidParams, type Method } from './method.ts';

export interface SearchMethodsDeps extends Omit<SearchModeDeps, 'callTool' | 'recorder'> {
  readonly catalog: () => Catalog;
  readonly serverInfo: JsonObject;
  readonly recorder?: Pick<Recorder, 'offered' | 'discovered'> | undefined;
}

/** `tools/list`: clients in search mode get the five search tools, all others the answer of `direct`. */
export function listOrSearch(direct: Method, deps: SearchMethodsDeps): Method {
  const { catalog, searching, serverInfo, recorder } = deps;
  const pages = createMenuPages(serverInfo);
  return {
    era: direct.era,
    run: (params, caller) => {
      if (caller.mode !== 'search') return direct.run(params, caller);
      if (params['cursor'] !== undefined) return invalidParams('Unknown cursor.');
      const { era, scope, menu = scope } = caller;
      searching.prepare();
      recorder?.offered(caller, params, pages[era], () => listAllPages(catalogFor(catalog(), { scope: menu }), era));
      return Promise.resolve({ kind: 'json', json: pages[era] });
    },
  };
}

/** `tools/call`: in search mode a call of one of the five search tools, otherwise of a server's tool. */
export function callOrSearch(direct: Method, deps: SearchMethodsDeps): Method {
  const search = createSearchMode({ ...deps, callTool: direct.run });
  return {
    era: direct.era,
    run: (params, caller) => (caller.mode === 'search' ? search(params, caller) : direct.run(params, caller)),
  };
}

export interface CallMethodDeps {
  readonly pipeline: (call: Call) => Promise<RpcReply>;
  readonly now: () => number;
  readonly nextKey: (now: number) => CallKey;
}

export function callMethod({ pipeline, now, nextKey }: CallMethodDeps): Method {
  return {
    era: undefined,
    run: (params, caller) => {
      const { name, arguments: args } = params;
      if (typeof name !== 'string') return invalidParams('name must be a string.');
      if (args !== undefined && !isJsonObject(args)) return invalidParams('arguments must be an object.');
      const startedAt = now();
      const key = nextKey(startedAt);
      caller.onCall?.(key.id);
      return pipeline(createCall({ ...key, name, params, arguments: args, caller, startedAt }));
    },
  };
}
