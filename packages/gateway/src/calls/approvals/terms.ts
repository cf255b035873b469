import type { ApprovalRoute, AskTerms } from '@toolmark/api-contract';
import type { Caller } from '../../model/caller.ts';
import { anyOf } from '../../policy/match/words.ts';
import type { GivenAnswer } from './approvals.ts';

/** Where an answer is given, in words. */
export const ROUTES: Readonly<Record<ApprovalRoute, string>> = {
  client: 'in the client',
  page: 'on the page',
  cli: 'on the command line',
  api: 'through the API',
};

/** How an answer was given. */
export type Way = Pick<GivenAnswer, 'route' | 'presence'>;

/**
 * The ways by which a call can be approved. A passkey is used on the page, and nowhere else.
 *
 * @example
 * approvingRoutes({ routes: ['client', 'page', 'cli'], presence: 'passkey' }) // ['page']
 */
export const approvingRoutes = ({ routes, presence }: AskTerms): readonly ApprovalRoute[] =>
  presence === 'passkey' ? routes.filter((route) => route === 'page') : routes;

/** Whether the client that calls may be asked itself, and its answer counts. */
export const isClientAsked = (terms: AskTerms, { mayAnswer }: Pick<Caller, 'mayAnswer'>): boolean =>
  mayAnswer !== false && approvingRoutes(terms).includes('client');

/** Whether an approval that was given in this way would be taken under these terms. */
export const isApproving = (terms: AskTerms, { route, presence }: Way): boolean =>
  approvingRoutes(terms).includes(route) && (terms.presence === 'none' || presence === 'passkey');

/**
 * Why an answer does not count, in a sentence for who gave it; `undefined` where it does. Denying needs no presence: it relaxes
 * nothing.
 */
export function objectionTo(
  { decision, route, presence }: Pick<GivenAnswer, 'decision' | 'route' | 'presence'>,
  terms: AskTerms,
): string | undefined {
  if (!terms.routes.includes(route))
    return `Answers ${ROUTES[route]} are switched off for this call (policy.ask.routes). Answer it ${waysOf(terms)}.`;
  if (decision === 'deny' || isApproving(terms, { route, presence })) return undefined;
  return 'Approving this call takes a passkey (policy.ask.presence): open it on the page and approve it there with your passkey. Denying it takes none.';
}

/** Where a call can be approved, in words. */
export function waysOf(terms: AskTerms): string {
  const ways = anyOf(approvingRoutes(terms).map((route) => ROUTES[route]));
  return terms.presence === 'passkey' ? `${ways}, with a passkey` : ways;
}
