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
  q: text('What should be done, in a few words.', MAX_QUERY),
  server: text('Tools of one server.'),
  read_only: flag('Only tools that effectively change nothing.'),
  exclude_destructive: flag('No tools that may destroy something.'),
  exclude_open_world: flag('No tools that reach outside of their server.'),
  idempotent_only: flag('Only tools that read or can be repeated.'),
  limit: wholeNumber('How many.', { least: 1, most: MAX_LIMIT, absent: DEFAULT_LIMIT }),
};

export const SEARCH_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/search',
    id: 'searchTools',
    tag: 'tools',
    summary: 'The tools that fit a question best',
    description: 'What a client in search mode gets from retrieve_tools. Filters are applied before the limit.',
    query: SEARCH_QUERY,
    answers: { 200: { description: 'Best first, and what filters left out.', schema: searchAnswerSchema } },
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
