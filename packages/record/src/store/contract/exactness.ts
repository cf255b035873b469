import { expect } from 'vitest';
import { timeOfSeq } from '../../sequence.ts';
import type { Engine } from '../engine.ts';
import type {
  ApprovalsTable,
  CallBodiesTable,
  CallRoundsTable,
  CallsTable,
  CallTotalsTable,
  SessionServersTable,
  SessionsTable,
  ToolVersionsTable,
} from '../schema.ts';

const HOUR_MS = 3_600_000;

/** All stored facts, without events. */
export interface Contents {
  readonly calls: readonly CallsTable[];
  readonly bodies: readonly CallBodiesTable[];
  readonly rounds: readonly CallRoundsTable[];
  readonly approvals: readonly ApprovalsTable[];
  readonly sessions: readonly SessionsTable[];
  readonly servers: readonly SessionServersTable[];
  readonly totals: readonly CallTotalsTable[];
  readonly days: readonly CallTotalsTable[];
  readonly classes: readonly CallTotalsTable[];
  readonly versions: readonly ToolVersionsTable[];
}

export async function contents({ db }: Engine): Promise<Contents> {
  return {
    calls: await db.selectFrom('calls').selectAll().orderBy('seq').execute(),
    bodies: await db.selectFrom('call_bodies').selectAll().orderBy('seq').execute(),
    rounds: await db.selectFrom('call_rounds').selectAll().orderBy('seq').orderBy('round').execute(),
    approvals: await db.selectFrom('approvals').selectAll().orderBy('id').execute(),
    sessions: await db.selectFrom('sessions').selectAll().orderBy('id').execute(),
    servers: await db.selectFrom('session_servers').selectAll().orderBy('session_id').orderBy('server').execute(),
    totals: sorted(await db.selectFrom('call_totals').selectAll().execute()),
    days: sorted(await db.selectFrom('call_totals_by_day').selectAll().execute()),
    classes: sorted(await db.selectFrom('call_totals_by_class').selectAll().execute()),
    versions: await db.selectFrom('tool_versions').selectAll().orderBy('id').execute(),
  };
}

/** Every stored sum equals the sum over the stored calls, and nothing is left of deleted sessions. */
export async function expectExact(engine: Engine): Promise<void> {
  const { calls, bodies, rounds, approvals, sessions, servers, totals, days, classes } = await contents(engine);
  const ids = new Set<string | null>(sessions.map(({ id }) => id));
  expect(approvals.filter(({ session_id }) => !ids.has(session_id))).toEqual([]);
  expect(bodies.map(({ seq }) => seq)).toEqual(calls.map(({ seq }) => seq));
  const seqs = new Set(calls.map(({ seq }) => seq));
  expect(rounds.filter(({ seq }) => !seqs.has(seq))).toEqual([]);
  expect(totals).toEqual(totalsOf(calls, 1));
  expect(days).toEqual(totalsOf(calls, 24));
  const ofAnyTool = calls.map((call) => ({ ...call, server: '', tool: '', decision: '' }));
  expect(classes).toEqual(totalsOf(ofAnyTool, 1));
  const kept = sessions.map((session) => ({
    id: session.id,
    calls: session.tool_call_count,
    input: session.input_tokens,
    output: session.output_tokens,
    classes: [session.read_calls, session.additive_calls, session.destructive_calls],
    errors: session.error_count,
    approvals: session.approval_count,
    servers: servers.filter((row) => row.session_id === session.id).map((row) => row.server),
    isOpenEnded: session.end_time === null && session.end_reason === null,
  }));
  expect(kept).toEqual(
    sessions.map(({ id, status }) => {
      const own = calls.filter((call) => call.session_id === id);
      const count = (test: (call: CallsTable) => boolean): number => own.filter(test).length;
      return {
        id,
        calls: own.length,
        input: own.reduce((sum, call) => sum + (call.input_tokens ?? 0), 0),
        output: own.reduce((sum, call) => sum + (call.output_tokens ?? 0), 0),
        classes: ['read', 'additive', 'destructive'].map((name) => count((call) => call.class === name)),
        errors: count((call) => call.status === 'error'),
        approvals: count((call) => call.approval_id !== null),
        servers: [...new Set(own.flatMap(({ server }) => server ?? []))].sort(),
        isOpenEnded: status === 'active',
      };
    }),
  );
}

function totalsOf(calls: readonly CallsTable[], hours: number): readonly CallTotalsTable[] {
  const rows = new Map<string, CallTotalsTable>();
  for (const call of calls) {
    const hour = Math.floor(timeOfSeq(call.seq) / HOUR_MS / hours) * hours;
    const { tool, status } = call;
    const key = {
      hour,
      server: call.server ?? '',
      tool,
      class: call.class ?? '',
      status,
      decision: call.decision ?? '',
    };
    const name = JSON.stringify(key);
    const row = rows.get(name) ?? { ...key, calls: 0, input_tokens: 0, output_tokens: 0, duration_ms: 0 };
    row.calls += 1;
    row.input_tokens += call.input_tokens ?? 0;
    row.output_tokens += call.output_tokens ?? 0;
    row.duration_ms += call.duration_ms ?? 0;
    rows.set(name, row);
  }
  return sorted([...rows.values()]);
}

function sorted(rows: readonly CallTotalsTable[]): readonly CallTotalsTable[] {
  const name = (row: CallTotalsTable): string =>
    [row.hour, row.server, row.tool, row.class, row.status, row.decision].join('\0');
  return rows.map((row) => ({ ...row })).sort((one, other) => (name(one) < name(other) ? -1 : 1));
}
