import type { ApprovalRoute, AskTerms } from '@toolmark/api-contract';
import type { Caller } from '../../model/caller.ts';
import { anyOf } from '../../policy/match/words.ts';
import type { GivenAnswer } from './approvals.ts';

/** The ways to answer, as clauses. */
export const ROUTES: Readonly<Record<ApprovalRoute, string>> = {
  client: 'in the client',
  page: 'on the page',
  cli: 'on the command line',
  api: 'through the API',
};

/** How an answer was given. */
export type Way = Pick<GivenAnswer, 'route' | 'presence'>;

/**
 * The ways by which a call can be approved. A passkey works only on the page.
 *
 * @example
 * approvingRoutes({ routes: ['client', 'page', 'cli'], presence: 'passkey' }) // ['page']
 */
export const approvingRoutes = ({ routes, presence }: AskTerms): readonly ApprovalRoute[] =>
  presence === 'passkey' ? routes.filter((route) => route === 'page') : routes;

/** Whether the calling client may be asked, and its answer counts. */
export const isClientAsked = (terms: AskTerms, { mayAnswer }: Pick<Caller, 'mayAnswer'>): boolean =>
  mayAnswer !== false && approvingRoutes(terms).includes('client');

/** Whether the terms accept an approval given in this way. */
export const isApproving = (terms: AskTerms, { route, presence }: Way): boolean =>
  approvingRoutes(terms).includes(route) && (terms.presence === 'none' || presence === 'passkey');

/** The reason why an answer does not count, for the person who gave it; `undefined` if it counts. A denial needs no passkey: it relaxes nothing. */
export function objectionTo(
  { decision, route, presence }: Pick<GivenAnswer, 'decision' | 'route' | 'presence'>,
  terms: AskTerms,
): string | undefined {
  if (!terms.routes.includes(route))
    return `Answers ${ROUTES[route]} are switched off for this call (policy.ask.routes). Answer it ${waysOf(terms)}.`;
  if (decision === 'deny' || isApproving(terms, { route, presence })) return undefined;
  return 'Approving this call takes a passkey (policy.ask.presence): open it on the page and approve it there with your passkey. Denying it takes none.';
}

/** The ways to approve, as a clause. */
export function waysOf(terms: AskTerms): string {
  const ways = anyOf(approvingRoutes(terms).map((route) => ROUTES[route]));
  return terms.presence === 'passkey' ? `${ways}, with a passkey` : ways;
}
