import { type Approval, type ApprovalList, type ApprovalStatusName, approvalStatuses } from '@toolmark/api-contract';
import type { ApprovalFilter, StoreReader } from '@toolmark/record';
import { askRecord } from './ask-record.ts';
import type { RestDeps } from './deps.ts';

/** More than ever wait at once, including requests that other gateways left behind. */
const MAX_WAITING = 1_000;

/** The values of the status filter. */
export const approvalStatusFilters: readonly (ApprovalStatusName | 'all')[] = [...approvalStatuses, 'all'];

interface ApprovalPage {
  readonly limit: number;
  readonly offset: number;
}

/** A time range of the requests. */
export type ApprovalSpan = Pick<ApprovalFilter, 'from' | 'to'>;

/**
 * Lists approvals. Pending ones come first and from memory, where they can be answered; the others come from the
 * record. Pending ones are available without a record.
 */
export function listApprovals(
  deps: RestDeps,
  asked: readonly (typeof approvalStatusFilters)[number][],
  { limit, offset, ...span }: ApprovalPage & ApprovalSpan,
): Promise<ApprovalList> | ApprovalList {
  const statuses = approvalStatuses.filter((status) => asked.includes(status) || asked.includes('all'));
  const resolved = statuses.filter((status) => status !== 'pending');
  if (resolved.length === 0) {
    const waiting = deps.approvals.pending().filter(isRequestedIn(span));
    return { approvals: waiting.slice(offset, offset + limit), total: waiting.length, limit, offset };
  }
  return askRecord(deps, async (reader) => {
    const pending = statuses.includes('pending')
      ? (await pendingApprovals(reader, deps, statuses)).filter(isRequestedIn(span))
      : [];
    const first = pending.slice(offset, offset + limit);
    const page = { limit: limit - first.length, offset: Math.max(0, offset - pending.length) };
    const { approvals, total } = await reader.approvals({ statuses: resolved, ...span }, page);
    // A pending request may have been answered during the query.
    const rest = approvals.filter(({ id }) => !pending.some((other) => other.id === id));
    return { approvals: [...first, ...rest], total: pending.length + total, limit, offset };
  });
}

/**
 * Pending requests of this gateway, then those that are pending in the record: of another gateway, or of one that has
 * stopped.
 */
async function pendingApprovals(
  reader: StoreReader,
  { approvals }: Pick<RestDeps, 'approvals'>,
  statuses: readonly ApprovalStatusName[],
): Promise<readonly Approval[]> {
  const stored = await reader.approvals({ statuses: ['pending'] }, { limit: MAX_WAITING, offset: 0 });
  const here = approvals.pending();
  const elsewhere = stored.approvals
    .filter(({ id }) => !here.some((waiting) => waiting.id === id))
    // Memory is newer than the record if the request was just answered.
    .map((approval) => approvals.get(approval.id) ?? approval)
    .filter(({ status }) => statuses.includes(status));
  return [...here, ...elsewhere];
}

const isRequestedIn =
  ({ from = 0, to = Number.POSITIVE_INFINITY }: ApprovalSpan) =>
  ({ requested_at: asked }: Approval): boolean =>
    Date.parse(asked) >= from && Date.parse(asked) < to;
