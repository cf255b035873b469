import { type Approval, type ApprovalList, type ApprovalStatusName, approvalStatuses } from '@toolmark/api-contract';
import type { ApprovalFilter, StoreReader } from '@toolmark/record';
import { askRecord } from './ask-record.ts';
import type { RestDeps } from './deps.ts';

/** More than ever wait at the same time; what other gateways left behind is among them. */
const MOST_WAITING = 1_000;

/** What a list of approvals may be asked for. */
export const wantedApprovals: readonly (ApprovalStatusName | 'all')[] = [...approvalStatuses, 'all'];

interface ApprovalPage {
  readonly limit: number;
  readonly offset: number;
}

/** Which questions, by when they were asked. */
export type ApprovalSpan = Pick<ApprovalFilter, 'from' | 'to'>;

/**
 * Those that wait come from memory, where they can be answered, and in front; the others from the record. Only those that wait
 * can be listed without one.
 */
export function listApprovals(
  deps: RestDeps,
  asked: readonly (typeof wantedApprovals)[number][],
  { limit, offset, ...span }: ApprovalPage & ApprovalSpan,
): Promise<ApprovalList> | ApprovalList {
  const wanted = approvalStatuses.filter((status) => asked.includes(status) || asked.includes('all'));
  const over = wanted.filter((status) => status !== 'pending');
  if (over.length === 0) {
    const waiting = deps.approvals.pending().filter(isIn(span));
    return { approvals: waiting.slice(offset, offset + limit), total: waiting.length, limit, offset };
  }
  return askRecord(deps, async (reader) => {
    const front = wanted.includes('pending') ? (await waitingIn(reader, deps, wanted)).filter(isIn(span)) : [];
    const first = front.slice(offset, offset + limit);
    const page = { limit: limit - first.length, offset: Math.max(0, offset - front.length) };
    const { approvals, total } = await reader.approvals({ statuses: over, ...span }, page);
    // One of those in front may have been answered since.
    const rest = approvals.filter(({ id }) => !front.some((shown) => shown.id === id));
    return { approvals: [...first, ...rest], total: front.length + total, limit, offset };
  });
}

/** Those that wait here, then those of which only the record says that they wait: of another gateway, or of one that is gone. */
async function waitingIn(
  reader: StoreReader,
  { approvals }: Pick<RestDeps, 'approvals'>,
  wanted: readonly ApprovalStatusName[],
): Promise<readonly Approval[]> {
  const stored = await reader.approvals({ statuses: ['pending'] }, { limit: MOST_WAITING, offset: 0 });
  const here = approvals.pending();
  const elsewhere = stored.approvals
    .filter(({ id }) => !here.some((waiting) => waiting.id === id))
    // Answered a moment ago: memory knows better.
    .map((approval) => approvals.get(approval.id) ?? approval)
    .filter(({ status }) => wanted.includes(status));
  return [...here, ...elsewhere];
}

const isIn =
  ({ from = 0, to = Number.POSITIVE_INFINITY }: ApprovalSpan) =>
  ({ requested_at: asked }: Approval): boolean =>
    Date.parse(asked) >= from && Date.parse(asked) < to;
