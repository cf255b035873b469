import type { Transaction } from '../engine.ts';
import type { EventBatch } from '../store.ts';
import type { ApprovalFacts } from './approval-statements.ts';
import { createEventTexts, toCallHead } from './event-texts.ts';
import type { InstanceStatements } from './instance-statements.ts';
import { close, countInterrupted } from './session-change.ts';
import { readSessions } from './session-changes.ts';
import type { Statements } from './statements.ts';
import { toApprovalData } from './store-approvals.ts';
import type { Titles } from './titles.ts';
import { createTotalsChange } from './totals.ts';

export interface Removal {
  readonly instance: string;
  readonly at: number;
  readonly reason: 'stopped' | 'interrupted';
}

interface RemovalParts {
  readonly statements: Statements;
  readonly titles: Titles;
  readonly instances: InstanceStatements;
}

/**
 * Cleans up after a dead instance: ends its calls and open requests, and closes its sessions at their last activity. A
 * conversation that another gateway continued stays open.
 */
export async function removeInstance(
  tx: Transaction,
  { instance, at, reason }: Removal,
  { statements, titles, instances }: RemovalParts,
): Promise<EventBatch | undefined> {
  const [calls = []] = await tx.read([statements.calls.running({ instance })]);
  const [asked = []] = await tx.read([statements.approvals.pendingOf({ instance })]);
  const [active = []] = await tx.read([statements.sessions.activeOf({ instance })]);
  await titles.load(
    tx,
    calls.map((call) => call.version_id),
  );
  const events = createEventTexts(statements);
  const totals = createTotalsChange(statements.totals);
  for (const call of calls) {
    totals.add(call, 'running', call.decision, { calls: -1, input_tokens: 0, output_tokens: 0, duration_ms: 0 });
    totals.add(call, 'interrupted', call.decision, { calls: 1, input_tokens: 0, output_tokens: 0, duration_ms: 0 });
    const state = { status: 'interrupted', durationMs: null, error: null, at } as const;
    events.addCall('tool_calls.completed', toCallHead(call, titles.of(call)), state);
  }
  for (const approval of asked) events.add('approvals.resolved', toApprovalData(approval, 'expired'), at);
  const ids = new Set([...active.map(({ id }) => id), ...calls.map((call) => call.session_id)]);
  const sessions = await readSessions(tx, ids, { statements, events, instance });
  const stopped = await notLeft(tx, asked, statements);
  for (const call of calls) {
    const session = sessions.get(call.session_id);
    if (session !== undefined && !stopped.has(call.id)) countInterrupted(session, call);
  }
  for (const { id, last_activity } of active) {
    const session = sessions.get(id);
    if (session !== undefined) close(session, last_activity, reason);
  }
  await tx.run([
    ...calls.map(({ seq }) => statements.calls.interrupt({ seq })),
    ...asked.map(({ id }) => statements.approvals.expire({ id })),
    ...sessions.finish(at),
    ...totals.statements(),
    instances.forget({ id: instance }),
  ]);
  return events.store(tx, at);
}

/** A call with a pending approval was not sent, unless it had an earlier approval. */
async function notLeft(
  tx: Transaction,
  asked: readonly ApprovalFacts[],
  { approvals }: Pick<Statements, 'approvals'>,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(asked.map(({ call_id }) => call_id))];
  const approved = await tx.read(ids.map((call) => approvals.approvedFor({ call })));
  return new Set(ids.filter((_, index) => approved[index]?.length === 0));
}
