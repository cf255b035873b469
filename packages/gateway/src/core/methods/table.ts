import type { Core } from '../core.ts';
import type { CoreDeps } from '../deps.ts';
import { completeMethod } from './completion.ts';
import { discoverMethod } from './discover.ts';
import { listMethod } from './lists.ts';
import type { Method } from './method.ts';
import { getPromptMethod, type RelayingDeps } from './prompts.ts';
import { readResourceMethod } from './resources.ts';
import { type SessionMethodsDeps, sessionMethods } from './session.ts';
import { type CallMethodDeps, callMethod, callOrSearch, listOrSearch } from './tools.ts';

export type MethodTableDeps = Omit<CoreDeps, 'log'> &
  RelayingDeps &
  SessionMethodsDeps &
  Pick<CallMethodDeps, 'pipeline'> & { readonly describe: Core['describe'] };

/** All methods that the gateway answers, by name. */
export function methodTable(deps: MethodTableDeps): ReadonlyMap<string, Method> {
  const { catalog, pipeline, clock, ids, recorder } = deps;
  return new Map<string, Method>([
    ['tools/list', listOrSearch(listMethod('tools/list', catalog, recorder?.listed), deps)],
    ['tools/call', callOrSearch(callMethod({ pipeline, now: clock.now, nextKey: ids.call }), deps)],
    ['prompts/list', listMethod('prompts/list', catalog)],
    ['prompts/get', getPromptMethod(deps)],
    ['resources/list', listMethod('resources/list', catalog)],
    ['resources/templates/list', listMethod('resources/templates/list', catalog)],
    ['resources/read', readResourceMethod(deps)],
    ['completion/complete', completeMethod(deps)],
    ['server/discover', discoverMethod(deps.describe, recorder)],
    ...sessionMethods(deps),
  ]);
}
