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

/** How a call reached the gateway. */
export const MODE_WORDS: Readonly<Record<CallMode, string>> = {
  direct: 'via the tool list',
  search: 'via search',
  web: 'via the page',
  cli: 'via the command line',
  api: 'via the API',
};

/**
 * How long an answer applies.
 *
 * @example
 * rememberWords({ decision: 'approve', remember: 'always', scope: 'arguments' }) // 'always, with the same arguments'
 */
export function rememberWords({ remember, scope }: Pick<ApprovalAnswer, 'remember' | 'scope'>): string {
  if (remember === 'once') return 'once';
  const how = remember === 'session' ? 'for the session' : 'always';
  return scope === 'arguments' ? `${how}, with the same arguments` : how;
}

/** Who answered, if known. Older records hold the name of our own page or command line instead. */
export const whoAnswered = ({ by }: Pick<ApprovalAnswer, 'by'>): string | undefined =>
  by === null || by === 'toolmark-web' || by === 'toolmark-cli' ? undefined : visibleLine(by, 80);

/** The user who answered without giving a name, by where they did. */
export const UNNAMED_USERS: Readonly<Record<ApprovalRoute, string>> = {
  client: 'Client user',
  page: 'Page user',
  cli: 'CLI user',
  api: 'API user',
};

/**
 * Who answered and where. An answer in the client is attributed to the client's token.
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

/** Which routes can answer, if not all can; `undefined` if all can. */
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
 * The outcome of an approval request: the answer, by whom and where.
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
      return 'Expired without an answer. The client has to call again.';
    case 'cancelled':
      return 'Cancelled before anyone answered: the client stopped waiting.';
    case 'pending':
      return 'Waiting for an answer.';
    default:
      return `${STATUS_WORDS[status]}.`;
  }
}
