import type { Approval, ApprovalAnswer, ApprovalRoute, ApprovalStatusName, CallMode } from '@toolmark/api-contract';
import { visibleLine } from '../text/visible.ts';

/** Where an answer was given. */
export const ROUTE_WORDS: Readonly<Record<ApprovalRoute, string>> = {
  client: 'in the client that called',
  web: 'on the page',
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

/** Who answered, where that says more than the place does: the page and the command line give their own names for want of a person's. */
export const whoAnswered = ({ by, route }: Pick<ApprovalAnswer, 'by' | 'route'>): string | undefined =>
  by === null || by === `toolmark-${route}` ? undefined : visibleLine(by, 80);

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
    const who = whoAnswered(answer);
    return `${what} ${who === undefined ? '' : `by ${who}, `}${ROUTE_WORDS[answer.route]}.`;
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
