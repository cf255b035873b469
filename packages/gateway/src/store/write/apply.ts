import type { BeginEntry, EndEntry, Entry, VersionEntry } from '../../record/entry.ts';
import type { Statement, TextIndex, Transaction } from '../engine.ts';
import type { ToolVersionsTable } from '../schema.ts';
import type { EventBatch } from '../store.ts';
import { type CallChange, collectCalls } from './call-change.ts';
import type { CallFacts } from './call-statements.ts';
import { createEventTexts, type EventTexts, toCallHead } from './event-texts.ts';
import { countBegin, countEnd, countTokens, open, sessionOfCall, wasClosedByOthers } from './session-change.ts';
import { readSessions, type SessionChanges } from './session-changes.ts';
import type { Statements } from './statements.ts';
import { storeCalls } from './store-calls.ts';
import { createTotalsChange, type TotalsChange } from './totals.ts';

export interface ApplyParts {
  readonly statements: Statements;
  readonly text: TextIndex;
  readonly instance: string;
  readonly now: number;
}

/**
 * Applies entries within a transaction. Calls go first, since only then is it known which entries are new; then the entries are gone
 * through in order for what listeners hear and what sessions and totals add.
 */
export async function applyEntries(
  tx: Transaction,
  entries: readonly Entry[],
  parts: ApplyParts,
): Promise<EventBatch | undefined> {
  const { statements, text, instance, now } = parts;
  const { changes, byEntry } = collectCalls(entries);
  await storeCalls(tx, changes, { calls: statements.calls, text, instance });

  const events = createEventTexts(statements);
  const totals = createTotalsChange(statements.totals);
  const sessions = await readSessions(tx, sessionIds(entries, changes), { statements, events, instance });
  const versions: Statement[] = [];
  for (const [index, entry] of entries.entries()) {
    const call = byEntry[index];
    if (call !== undefined) noteCall(entry, call, { sessions, totals, events, instance });
    else if (entry.kind === 'version') versions.push(statements.version(toVersionRow(entry)));
    else if (entry.kind === 'event') events.add(entry.type, entry.data, entry.at);
    else if (entry.kind !== 'begin' && entry.kind !== 'end') sessions.note(entry);
  }
  await tx.run([...versions, ...sessions.finish(now), ...totals.statements()]);
  return events.store(tx, now);
}

function sessionIds(entries: readonly Entry[], changes: readonly CallChange[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'session' || entry.kind === 'session-end') ids.add(entry.id);
    else if (entry.kind === 'menu') ids.add(entry.session);
  }
  for (const { begin, before, isBegun, isEnded } of changes) {
    if (isBegun && begin !== undefined) ids.add(begin.session);
    else if (isEnded && before !== undefined) ids.add(before.session_id);
  }
  return ids;
}

interface Noted {
  readonly sessions: SessionChanges;
  readonly totals: TotalsChange;
  readonly events: EventTexts;
  readonly instance: string;
}

/** Everything that a call's beginning or end means for others, if this is the first time that it is applied. */
function noteCall(entry: Entry, change: CallChange, to: Noted): void {
  if (entry === change.begin && change.isBegun) noteBegin(change, entry, to);
  if (entry === change.end && change.isEnded) noteEnd(change, entry, to);
}

function noteBegin(change: CallChange, begin: BeginEntry, to: Noted): void {
  const { sessions, totals, events, instance } = to;
  const call = toCall(begin, change.seq);
  const session = sessions.get(begin.session) ?? sessions.create(sessionOfCall(begin, instance), begin.at);
  if (wasClosedByOthers(session, instance)) open(session, begin.at, instance);
  countBegin(session, begin);
  if (!change.isEnded) totals.add(call, 'running', null, ONE);
  change.head = toCallHead(call);
  events.addCall('tool_calls.started', change.head, 'running', null, begin.at);
}

function noteEnd({ before, begin, head, seq }: CallChange, end: EndEntry, to: Noted): void {
  const { sessions, totals, events } = to;
  const call = before ?? (begin === undefined ? undefined : toCall(begin, seq));
  if (call === undefined) return;
  const session = sessions.get(call.session_id);
  if (session !== undefined) countEnd(session, end, call.started_at);
  if (before !== undefined) {
    const [input, output] = [before.input_tokens ?? 0, before.output_tokens ?? 0];
    const gone = { calls: -1, input_tokens: -input, output_tokens: -output, duration_ms: 0 };
    totals.add(before, before.status, before.decision, gone);
    if (session !== undefined) countTokens(session, -input, -output);
  }
  const sums = { calls: 1, input_tokens: 0, output_tokens: 0, duration_ms: end.durationMs };
  totals.add(call, end.status, end.decision?.kind ?? null, sums);
  events.addCall('tool_calls.completed', head ?? toCallHead(call), end.status, end.durationMs, end.at);
}

const ONE = { calls: 1, input_tokens: 0, output_tokens: 0, duration_ms: 0 };

type CallKind = Pick<CallFacts, 'seq' | 'id' | 'session_id' | 'server' | 'tool' | 'class' | 'started_at'>;

function toCall({ id, session, server, tool, class: toolClass, at }: BeginEntry, seq: number): CallKind {
  return { seq, id, session_id: session, server, tool, class: toolClass, started_at: at };
}

function toVersionRow(entry: VersionEntry): ToolVersionsTable {
  const { id, server, tool, title, hints, prose, at } = entry;
  return {
    ...{ id, server, tool, title, hints, prose },
    class: entry.class,
    effective: JSON.stringify(entry.effective),
    definition: JSON.stringify(entry.definition),
    first_seen: at,
    last_seen: at,
  };
}
