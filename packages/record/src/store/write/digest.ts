import type { TextIndex, Transaction } from '../engine.ts';
import type { Digest, EventBatch } from '../store.ts';
import { createEventTexts } from './event-texts.ts';
import { countTokens } from './session-change.ts';
import { readSessions } from './session-changes.ts';
import type { Statements } from './statements.ts';
import { createTotalsChange } from './totals.ts';

/** Stores token counts for calls that wait for them; counted or deleted calls are skipped. */
export async function storeDigests(
  tx: Transaction,
  digests: readonly Digest[],
  { statements, text, now }: { readonly statements: Statements; readonly text: TextIndex; readonly now: number },
): Promise<EventBatch | undefined> {
  const bySeq = new Map(digests.map((digest) => [digest.seq, digest]));
  const rows = await tx.read([...bySeq.keys()].map((seq) => statements.calls.at({ seq })));
  const waiting = rows.flat().filter(({ digested }) => digested === 0);

  const events = createEventTexts(statements);
  const totals = createTotalsChange(statements.totals);
  const ids = new Set(waiting.map((call) => call.session_id));
  // Counting does not change sessions' ownership, so any gateway may do it.
  const sessions = await readSessions(tx, ids, { statements, events, instance: '' });
  const changes = waiting.flatMap((call) => {
    const digest = bySeq.get(call.seq);
    if (digest === undefined) return [];
    const { seq, inputTokens, outputTokens, words } = digest;
    const tokens = { input_tokens: inputTokens, output_tokens: outputTokens };
    totals.add(call, call.status, call.decision, { calls: 0, ...tokens, duration_ms: 0 });
    const session = sessions.get(call.session_id);
    if (session !== undefined) countTokens(session, inputTokens, outputTokens);
    return [statements.calls.digest({ seq, ...tokens }), text.add(seq, words)];
  });
  await tx.run([...changes, ...sessions.finish(now), ...totals.statements()]);
  return events.store(tx, now);
}
