import { searchAnswerSchema } from '@toolmark/api-contract';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../search/menu/read-question.ts';
import { flag, text, wholeNumber } from './parameters.ts';
import type { ParametersFor } from './query.ts';
import { defineRoute, type Route } from './route.ts';

interface SearchQuery {
  readonly q: string | undefined;
  readonly server: string | undefined;
  readonly read_only: boolean;
  readonly exclude_destructive: boolean;
  readonly exclude_open_world: boolean;
  readonly idempotent_only: boolean;
  readonly limit: number;
}

const MAX_QUERY = 2_000;

const SEARCH_QUERY: ParametersFor<SearchQuery> = {
  q: text('The task, in a few words.', MAX_QUERY),
  server: text('Tools of one server.'),
  read_only: flag('Only tools that are effectively read-only.'),
  exclude_destructive: flag('Exclude destructive tools.'),
  exclude_open_world: flag('Exclude tools with access outside of their server.'),
  idempotent_only: flag('Only read-only and idempotent tools.'),
  limit: wholeNumber('Maximum number of entries.', { min: 1, max: MAX_LIMIT, defaultValue: DEFAULT_LIMIT }),
};

export const SEARCH_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/search',
    id: 'searchTools',
    tag: 'tools',
    summary: 'Searches tools',
    description: 'The same result as retrieve_tools in search mode. Filters are applied before the limit.',
    query: SEARCH_QUERY,
    answers: {
      200: { description: 'Best matches first, and tools that were filtered out.', schema: searchAnswerSchema },
    },
    errors: [],
    handle: async (context, { search }, query) => {
      const question = {
        query: query.q ?? '',
        limit: query.limit,
        server: query.server,
        readOnly: query.read_only,
        excludeDestructive: query.exclude_destructive,
        excludeOpenWorld: query.exclude_open_world,
        idempotentOnly: query.idempotent_only,
        ceiling: undefined,
      };
      return context.json(await search(question, context.env.principal));
    },
  }),
];
