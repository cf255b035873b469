import type { BeginEntry, EndEntry, Entry, VersionEntry } from '../../entry.ts';
import type { TextIndex, Transaction } from '../engine.ts';
import type { ToolVersionsTable } from '../schema.ts';
import type { EventBatch } from '../store.ts';
import { type CallChange, collectCalls } from './call-change.ts';
import type { CallFacts } from './call-statements.ts';
import { createEventTexts, type EventTexts, toCallHead } from './event-texts.ts';
import { countBegin, countEnd, countTokens, open, sessionOfCall, wasClosedByOthers } from './session-change.ts';
import { readSessions, type SessionChanges } from './session-changes.ts';
import type { Statements } from './statements.ts';
import { storeApprovals } from './store-approvals.ts';
import { storeCalls } from './store-calls.ts';
import type { Titles } from './titles.ts';
import { createTotalsChange, type TotalsChange } from './totals.ts';

export interface ApplyParts {
  readonly statements: Statements;
  readonly titles: Titles;
  readonly text: TextIndex;
  readonly instance: string;
  readonly now: number;
}

/**
 * Applies entries within a transaction. Calls come first, because only then is it known which entries are new; then
 * tool versions, which events refer to. A final pass over the entries emits events and updates sessions and totals.
 */
export async function applyEntries(
  tx: Transaction,
  entries: readonly Entry[],
  parts: ApplyParts,
): Promise<EventBatch | undefined> {
  const { statements, titles, text, instance, now } = parts;
  const { changes, byEntry } = collectCalls(entries);
  await storeCalls(tx, changes, { calls: statements.calls, text, instance });

  const approvals = await storeApprovals(tx, entries, { approvals: statements.approvals, instance });

  const versions = entries.filter((entry) => entry.kind === 'version');
  await tx.run(versions.map((entry) => statements.version(toVersionRow(entry))));
  await titles.load(
    tx,
    changes.map(({ begin, before }) => (before === undefined ? begin?.version : before.version_id)),
  );
  const events = createEventTexts(statements);
  const totals = createTotalsChange(statements.totals);
  const sessions = await readSessions(tx, sessionIds(entries, changes), { statements, events, instance });
  for (const [index, entry] of entries.entries()) {
    const call = byEntry[index];
    const approval = approvals.get(index);
    if (call !== undefined) noteCall(entry, call, { sessions, totals, events, titles, instance });
    else if (approval !== undefined) events.add(approval.type, approval.data, approval.at);
    else if (entry.kind === 'event') events.add(entry.type, entry.data, entry.at);
    else if (entry.kind === 'session' || entry.kind === 'session-end' || entry.kind === 'menu') sessions.note(entry);
  }
  await tx.run([...sessions.finish(now), ...totals.statements()]);
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
  readonly titles: Titles;
  readonly instance: string;
}

/** The effects of a call's begin or end on sessions and totals, if it is applied for the first time. */
function noteCall(entry: Entry, change: CallChange, to: Noted): void {
  if (entry === change.begin && change.isBegun) noteBegin(change, entry, to);
  if (entry === change.end && change.isEnded) noteEnd(change, entry, to);
}

function noteBegin(change: CallChange, begin: BeginEntry, to: Noted): void {
  const { sessions, totals, events, titles, instance } = to;
  const call = toCall(begin, change.seq);
  const session = sessions.get(begin.session) ?? sessions.create(sessionOfCall(begin, instance), begin.at);
  if (wasClosedByOthers(session, instance)) open(session, begin.at, instance);
  countBegin(session, begin);
  if (!change.isEnded) totals.add(call, 'running', null, ONE);
  change.head = toCallHead(call, titles.of(call));
  events.addCall('tool_calls.started', change.head, { ...RUNNING, at: begin.at });
}

function noteEnd({ before, begin, head, seq }: CallChange, end: EndEntry, to: Noted): void {
  const { sessions, totals, events, titles } = to;
  const call = before ?? (begin === undefined ? undefined : toCall(begin, seq));
  if (call === undefined) return;
  const session = sessions.get(call.session_id);
  if (session !== undefined) countEnd(session, end, call);
  if (before !== undefined) {
    const [input, output] = [before.input_tokens ?? 0, before.output_tokens ?? 0];
    const gone = { calls: -1, input_tokens: -input, output_tokens: -output, duration_ms: 0 };
    totals.add(before, before.status, before.decision, gone);
    if (session !== undefined) countTokens(session, -input, -output);
  }
  const sums = { calls: 1, input_tokens: 0, output_tokens: 0, duration_ms: end.durationMs };
  totals.add(call, end.status, end.decision?.kind ?? null, sums);
  const { status, durationMs, error, at } = end;
  const state = { status, durationMs, error: error?.message ?? null, at };
  events.addCall('tool_calls.completed', head ?? toCallHead(call, titles.of(call)), state);
}

const ONE = { calls: 1, input_tokens: 0, output_tokens: 0, duration_ms: 0 };

const RUNNING = { status: 'running', durationMs: null, error: null } as const;

type CallKind = Omit<CallFacts, 'status' | 'decision' | 'input_tokens' | 'output_tokens' | 'digested' | 'instance_id'>;

function toCall(begin: BeginEntry, seq: number): CallKind {
  const { id, session, version, server, tool, class: toolClass, client, summary, at, legs } = begin;
  const facts = { seq, id, session_id: session, version_id: version, server, tool, class: toolClass };
  return { ...facts, client_name: client, summary, started_at: at, legs: legs.join(' ') };
}

function toVersionRow(entry: VersionEntry): ToolVersionsTable {
  const { id, server, tool, title, hints, prose, at } = entry;
  return {
    id,
    server,
    tool,
    title,
    hints,
    prose,
    class: entry.class,
    effective: JSON.stringify(entry.effective),
    definition: JSON.stringify(entry.definition),
    first_seen: at,
    last_seen: at,
  };
}
