import type { Approval, ApprovalAnswer, ApprovalRoute, ApprovalStatusName, CallMode } from '@toolmark/api-contract';
import { visibleLine } from '../text/visible.ts';

/** Where an answer was given. */
export const ROUTE_WORDS: Readonly<Record<ApprovalRoute, string>> = {
  client: 'in the client',
  page: 'on the page',
  cli: 'on the command line',
  api: 'through the API',
};

export const STATUS_WORDS: Readonly<Record<ApprovalStatusName, string>> = {
  pending: 'Waiting',
  approved: 'Approved',
  denied: 'Denied',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

/** How a call came. */
export const MODE_WORDS: Readonly<Record<CallMode, string>> = {
  direct: 'called directly',
  search: 'called through search',
  web: 'called from the page',
  cli: 'called from the command line',
  api: 'called through the API',
};

/**
 * For how long an answer holds.
 *
 * @example
 * rememberWords({ decision: 'approve', remember: 'always', scope: 'arguments' }) // 'always, with the same arguments'
 */
export function rememberWords({ remember, scope }: Pick<ApprovalAnswer, 'remember' | 'scope'>): string {
  if (remember === 'once') return 'once';
  const how = remember === 'session' ? 'for the session' : 'always';
  return scope === 'arguments' ? `${how}, with the same arguments` : how;
}

/** Who answered, if that is known. Older records have the name of our own page or command line in its place. */
export const whoAnswered = ({ by }: Pick<ApprovalAnswer, 'by'>): string | undefined =>
  by === null || by === 'toolmark-web' || by === 'toolmark-cli' ? undefined : visibleLine(by, 80);

/**
 * By whom and where an answer was given. In the client nobody knows who it was: its token is named instead.
 *
 * @example
 * answeredWords(answer) // 'by ada, on the page, with a passkey'
 */
export function answeredWords(answer: Pick<ApprovalAnswer, 'by' | 'route' | 'presence'>): string {
  const who = whoAnswered(answer);
  if (answer.route === 'client') return `answered in the client${who === undefined ? '' : ` of ${who}`}`;
  const passkey = answer.presence === 'passkey' ? ', with a passkey' : '';
  return `${who === undefined ? '' : `by ${who}, `}${ROUTE_WORDS[answer.route]}${passkey}`;
}

/** How a question may be answered, where not every way is open; `undefined` where all are. */
export function waysWords({ routes, presence_required: isPresent }: Terms): string | undefined {
  if (isPresent) return 'Approving takes your passkey, here on the page.';
  if (routes.length === Object.keys(ROUTE_WORDS).length) return undefined;
  return `Can be answered only ${anyOf(routes.map((route) => ROUTE_WORDS[route]))}.`;
}

type Terms = Pick<Approval, 'routes' | 'presence_required'>;

const anyOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

type Outcome = Pick<Approval, 'status' | 'answer'>;

/**
 * What became of a question: what was answered, by whom and where.
 *
 * @example
 * outcomeWords(approval) // 'Approved once by ada, on the command line.'
 */
export function outcomeWords({ status, answer }: Outcome): string {
  if (answer !== null) {
    const what = answer.decision === 'approve' ? `Approved ${rememberWords(answer)}` : 'Denied';
    return `${what}${answer.route === 'client' ? ',' : ''} ${answeredWords(answer)}.`;
  }
  switch (status) {
    case 'expired':
      return 'Expired without an answer. Whoever still wants it has to call again.';
    case 'cancelled':
      return 'Cancelled before anybody answered: the call was given up.';
    case 'pending':
      return 'Waiting for an answer.';
    default:
      return `${STATUS_WORDS[status]}.`;
  }
}
