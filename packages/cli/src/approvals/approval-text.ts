import type { Approval, ApprovalAnswer, ApprovalStatusName } from '@toolmark/api-contract';
import { type Painter, safeText } from '@toolmark/audit';
import { toLocal, toLocalAndAgo, toSpan } from '../text/amounts.ts';
import { ROUTE_WORDS } from './approval-routes.ts';

type Style = Parameters<Painter>[0];

export const APPROVAL_MARKS: Readonly<Record<ApprovalStatusName, { readonly mark: string; readonly style: Style }>> = {
  pending: { mark: '?', style: 'cyan' },
  approved: { mark: '✓', style: 'green' },
  denied: { mark: '⊘', style: 'yellow' },
  expired: { mark: '⊘', style: 'dim' },
  cancelled: { mark: '⊘', style: 'dim' },
};

/** Enough to tell the ids of one gateway apart. */
export const ID_LENGTH = 8;

/** `? pending` */
export const approvalStatusOf = ({ status }: Pick<Approval, 'status'>): string =>
  `${APPROVAL_MARKS[status].mark} ${status}`;

/** The outcome of an approval, with by whom and when. */
export function outcomeOf(approval: Approval, now: Date): string {
  const { status, answer, expires_at: expires } = approval;
  if (status === 'pending') return `Waiting for an answer until ${toLocal(expires)}.`;
  if (status === 'expired') return `There was no answer before ${toLocal(expires)}, so the call was not made.`;
  if (status === 'cancelled') return 'The client cancelled the call, so there is nothing to answer.';
  const word = status === 'approved' ? 'approved' : 'denied';
  return answer === null
    ? `It was ${word}.`
    : `It was ${word}${byOf(answer)}, ${toLocalAndAgo(answer.at, now)}${status === 'approved' ? lastingOf(answer) : ''}.`;
}

/** ` by ada on the page`. An answer in the client is attributed to the client's token. */
function byOf({ by, route, presence }: ApprovalAnswer): string {
  if (route === 'client') return `, answered in the client${by === null ? '' : ` of ${safeText(by)}`}`;
  // Older records hold the name of our own page or command line instead of a person's.
  const isKnown = by !== null && by !== 'toolmark-web' && by !== 'toolmark-cli';
  const who = isKnown ? ` by ${safeText(by)}` : '';
  return `${who} ${ROUTE_WORDS[route]}${presence === 'passkey' ? ' with a passkey' : ''}`;
}

/** What an answer covers, after a comma. */
export function lastingOf({ remember, scope }: Pick<ApprovalAnswer, 'remember' | 'scope'>): string {
  if (remember === 'once') return ', for this call';
  const what = scope === 'arguments' ? 'calls with the same arguments' : 'every call of the tool';
  return remember === 'session' ? `, for ${what} in this session` : `, for ${what} until you revoke it`;
}

/** The time left to answer; `–` if it is over. */
export function leftOf({ status, expires_at: expires }: Approval, now: Date): string {
  const left = Date.parse(expires) - now.getTime();
  return status === 'pending' && left > 0 ? toSpan(left) : '–';
}
