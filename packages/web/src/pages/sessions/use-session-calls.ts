import type { ToolCallList } from '@toolmark/api-contract';
import { get, part } from '../../api/request.ts';
import { type Resource, useResource } from '../../api/use-resource.ts';
import { type KnownCalls, mergeCalls } from './merge-calls.ts';

/** Only the newest calls of a long session are drawn. */
const MAX_CALLS = 5_000;

/** Large pages for the first load, small pages for updates. */
const FIRST_PAGE = 1_000;
const NEXT_PAGE = 100;

/** The calls of a session, oldest first; updated while the session is active. */
export function useSessionCalls(id: () => string): Resource<KnownCalls> {
  let known: { readonly of: string; readonly calls: KnownCalls } | undefined;
  return useResource(
    () => {
      const of = id();
      return {
        key: ['session calls', of],
        fetch: async (signal) => {
          const before = known?.of === of ? known.calls : undefined;
          const page = before === undefined ? FIRST_PAGE : NEXT_PAGE;
          const path = `/sessions/${part(of)}/tool-calls`;
          const ask = (query: { readonly limit: number; readonly cursor: string | undefined }) =>
            get<ToolCallList>(path, { signal, query });
          const calls = await mergeCalls(ask, before, { page, most: MAX_CALLS });
          known = { of, calls };
          return calls;
        },
      };
    },
    { on: ['tool_calls', 'sessions'], isConcerned: ({ data }) => data['session_id'] === id() },
  );
}
