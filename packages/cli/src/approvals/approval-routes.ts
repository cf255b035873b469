import type { ApprovalRoute, AskTerms } from '@toolmark/api-contract';

/** The words for the route of an answer. */
export const ROUTE_WORDS: Readonly<Record<ApprovalRoute, string>> = {
  client: 'in the client',
  page: 'on the page',
  cli: 'on the command line',
  api: 'through the API',
};

/**
 * The routes that can answer an approval.
 *
 * @example
 * describeRoutes({ routes: ['page', 'cli'], presence: 'passkey' }) // 'on the page or on the command line; approving needs a passkey on the page'
 */
export function describeRoutes({ routes, presence }: AskTerms): string {
  const words = routes.map((route) => ROUTE_WORDS[route]);
  const ways = words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return presence === 'passkey' ? `${ways}; approving needs a passkey on the page` : ways;
}
