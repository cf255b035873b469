import { type Approval, approvalRoutes } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { renderHintsThen } from '../calls/hints-text.ts';
import { clientOf, MODE_WORDS } from '../calls/marks.ts';
import { renderCallHead } from '../calls/show-text.ts';
import type { Screen } from '../gateway-client-command.ts';
import { toLocalAndAgo, toSpan } from '../text/amounts.ts';
import { type Fact, heading, renderFacts } from '../text/facts.ts';
import { shellWord } from '../text/shell-word.ts';
import { describeRoutes } from './approval-routes.ts';
import { APPROVAL_MARKS, approvalStatusOf, outcomeOf } from './approval-text.ts';
import { renderSent } from './sent-text.ts';

/** All details of an approval. */
export function renderApproval(approval: Approval, screen: Screen): readonly string[] {
  const { paint } = screen;
  return [
    ...renderCallHead(approval, screen),
    `  ${paint(APPROVAL_MARKS[approval.status].style, approvalStatusOf(approval))}`,
    '',
    ...renderFacts(factsOf(approval, screen), screen),
    ...heading('Hints at the time', screen),
    ...renderHintsThen(approval.effective, screen),
    ...renderSent(approval, screen),
    ...nextOf(approval, screen),
  ];
}

/** What a person needs to decide: the tool, the reason, the client and the exact parameters. */
export function renderQuestion(approval: Approval, screen: Screen): readonly string[] {
  const facts: readonly Fact[] = [
    ['why', safeText(`${approval.reason} (${approval.rule})`)],
    ['made by', callerText(approval)],
    ...waiting(approval, screen),
    ...answerable(approval),
  ];
  return [...renderCallHead(approval, screen), ...renderFacts(facts, screen), ...renderSent(approval, screen)];
}

function factsOf(approval: Approval, screen: Screen): readonly Fact[] {
  const { now } = screen;
  return [
    ['id', safeText(approval.id)],
    ['why', safeText(`${approval.reason} (${approval.rule})`)],
    ['asked', toLocalAndAgo(approval.requested_at, now)],
    ['made by', callerText(approval)],
    ...waiting(approval, screen),
    ...answerable(approval),
    ...(approval.status === 'pending' ? [] : [['outcome', outcomeOf(approval, now)] as const]),
    ['call', safeText(approval.call_id)],
    ...(approval.session_id === null ? [] : [['session', safeText(approval.session_id)] as const]),
  ];
}

const callerText = ({ client_name: name, principal, mode }: Approval): string =>
  `${clientOf(name)}, token ${safeText(principal)}, ${MODE_WORDS[mode]}`;

function waiting({ status, expires_at: expires, is_waiting: isWaiting }: Approval, { now }: Screen): readonly Fact[] {
  if (status !== 'pending') return [];
  const left = `can be answered for ${toSpan(Math.max(0, Date.parse(expires) - now.getTime()))}`;
  return [['waits', isWaiting ? left : `${left}; the client stopped waiting, approve to allow its retry`]];
}

/** Shown only if some routes cannot answer. */
function answerable({ status, routes, presence_required: isPresent }: Approval): readonly Fact[] {
  if (status !== 'pending' || (routes.length === approvalRoutes.length && !isPresent)) return [];
  return [['answer', describeRoutes({ routes, presence: isPresent ? 'passkey' : 'none' })]];
}

function nextOf({ id, status, routes, presence_required: isPresent }: Approval, { paint }: Screen): readonly string[] {
  if (status !== 'pending' || !routes.includes('cli')) return [];
  const of = shellWord(safeText(id));
  const verbs = isPresent ? ['deny'] : ['approve', 'deny'];
  return ['', ...verbs.map((verb) => `  ${paint('dim', `toolmark approvals ${verb} ${of}`)}`)];
}
