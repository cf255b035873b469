import type { ApprovalStatusName, GatewayEvent } from '@toolmark/api-contract';
import type { ApprovalEndEntry, ApprovalEntry, Entry } from '../../entry.ts';
import type { Transaction } from '../engine.ts';
import { toApprovalEnd, toApprovalRow } from './approval-rows.ts';
import type { ApprovalFacts, ApprovalStatements } from './approval-statements.ts';

/** The event of an entry. */
export interface ApprovalEvent {
  readonly type: GatewayEvent['type'] & `approvals.${string}`;
  readonly data: GatewayEvent['data'];
  readonly at: number;
}

/**
 * Writes approval requests and their ends one by one, because they are rare. Returns the event for each entry index;
 * none if it was applied before, or if an end has no request.
 */
export async function storeApprovals(
  tx: Transaction,
  entries: readonly Entry[],
  { approvals, instance }: { readonly approvals: ApprovalStatements; readonly instance: string },
): Promise<ReadonlyMap<number, ApprovalEvent>> {
  const events = new Map<number, ApprovalEvent>();
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== 'approval' && entry.kind !== 'approval-end') continue;
    const event =
      entry.kind === 'approval' ? await ask(tx, entry, approvals, instance) : await resolve(tx, entry, approvals);
    if (event !== undefined) events.set(index, event);
  }
  return events;
}

/** An approval's event: the fields of a table row, without the call's arguments. */
export function toApprovalData(approval: ApprovalFacts, status: ApprovalStatusName): GatewayEvent['data'] {
  const { id, call_id, session_id, server, tool, title, class: toolClass, client_name, reason } = approval;
  const expires_at = new Date(approval.expires_at).toISOString();
  return { id, call_id, session_id, server, tool, title, class: toolClass, client_name, reason, status, expires_at };
}

async function ask(
  tx: Transaction,
  entry: ApprovalEntry,
  approvals: ApprovalStatements,
  instance: string,
): Promise<ApprovalEvent | undefined> {
  const row = toApprovalRow(entry, instance);
  const [count] = await tx.run([approvals.ask(row)]);
  return count === 1 ? { type: 'approvals.requested', data: toApprovalData(row, 'pending'), at: entry.at } : undefined;
}

async function resolve(
  tx: Transaction,
  entry: ApprovalEndEntry,
  approvals: ApprovalStatements,
): Promise<ApprovalEvent | undefined> {
  const { id, status, at } = entry;
  const [count] = await tx.run([approvals.resolve({ id, ...toApprovalEnd(entry) })]);
  if (count !== 1) return undefined;
  const [[row] = []] = await tx.read([approvals.byId({ id })]);
  return row && { type: 'approvals.resolved', data: toApprovalData(row, status), at };
}
