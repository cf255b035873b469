import { createSequence, timeOfSeq } from '../../packages/record/src/sequence.ts';
import type { Engine, Statement } from '../../packages/record/src/store/engine.ts';
import type { CallBodiesTable, CallsTable, CallTotalsTable, Schema } from '../../packages/record/src/store/schema.ts';
import { type FilledTool, sessionOf, toolsOf, versionOf } from './entities.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** Words of known frequency, which benchmarks search for. */
export const WORDS = { frequent: 'invoice', common: 'quarterly', rare: 'needle' } as const;

export interface FillOptions {
  /** The start time of the last call. */
  readonly until?: number;
  readonly days?: number;
  readonly sessions?: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Calls per transaction: large enough to make commits negligible, small enough for memory. */
const BATCH = 5_000;

/**
 * Fills an empty store with the simulated calls of a month: 200 sessions, 5 servers, 60 tools, a fifth of the calls
 * destructive, 3 % errors, 1 % denied. Deterministic. Inserts directly into the tables, because recording is measured
 * elsewhere.
 *
 * @example
 * await fillStore(engine, 1_000_000);
 */
export async function fillStore(engine: Engine, count: number, options: FillOptions = {}): Promise<void> {
  const { until = Date.UTC(2026, 8, 30, 12), days = 30, sessions: sessionCount = 200 } = options;
  const random = createSeededRandom(42);
  const next = createSequence(() => 0);
  const insert = inserter(engine);
  const tools = toolsOf();
  const sessions = Array.from({ length: sessionCount }, (_, index) => sessionOf(index));
  const byHour = new Map<string, CallTotalsTable>();
  const byDay = new Map<string, CallTotalsTable>();
  const byClass = new Map<string, CallTotalsTable>();

  const run = (statements: readonly Statement[]) => engine.transact((tx) => tx.run(statements), false);
  await run(tools.map((tool) => insert('tool_versions', versionOf(tool, until - days * DAY_MS))));
  for (let start = 0; start < count; start += BATCH) {
    const statements: Statement[] = [];
    for (let index = start; index < Math.min(start + BATCH, count); index++) {
      const at = Math.floor(until - days * DAY_MS * (1 - (index + 1) / count));
      const { seq, id } = next(at);
      // Neighbouring sessions overlap, like those of several clients.
      const session = random.pick(sessions.slice(Math.floor((index / count) * sessions.length)).slice(0, 4));
      const tool = random.pick(tools);
      const words = randomText(random, index);
      const call = callOf(random, {
        seq,
        id,
        at,
        session: session.id,
        tool,
        summary: `{"path":"${words.slice(0, 80)}"}`,
      });
      session.take(call);
      const kind = callKind(call);
      addTo(byHour, kind, call);
      addTo(byDay, { ...kind, hour: kind.hour - (kind.hour % 24) }, call);
      addTo(byClass, { ...kind, server: '', tool: '', decision: '' }, call);
      statements.push(
        insert('calls', call),
        insert('call_bodies', bodiesOf(seq, words)),
        engine.text.add(seq, `${tool.tool} ${words}`),
      );
    }
    await run(statements);
  }
  await run([...byHour.values()].map((row) => insert('call_totals', row)));
  await run([...byDay.values()].map((row) => insert('call_totals_by_day', row)));
  await run([...byClass.values()].map((row) => insert('call_totals_by_class', row)));
  await run(sessions.map((session) => insert('sessions', session.row())));
  await run(
    sessions.flatMap(({ id, servers }) =>
      servers().map((server) => insert('session_servers', { session_id: id, server })),
    ),
  );
  await engine.maintain();
}

interface Made {
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly session: string;
  readonly tool: FilledTool;
  readonly summary: string;
}

function callOf(random: SeededRandom, { seq, id, at, session, tool, summary }: Made): CallsTable {
  const outcome = random.next();
  const status = outcome < 0.01 ? 'denied' : outcome < 0.04 ? 'error' : 'ok';
  const asks = tool.class === 'destructive';
  return {
    seq,
    id,
    session_id: session,
    version_id: tool.id,
    server: tool.server,
    tool: tool.tool,
    class: tool.class,
    status,
    decision: status === 'denied' ? 'deny' : asks ? 'ask' : 'allow',
    decision_rule: `class.${tool.class}`,
    decision_reason: 'the default of its class',
    approval_id: null,
    attempts: status === 'denied' ? 0 : 1,
    cached: 0,
    error_code: null,
    error_message: status === 'ok' ? null : 'it did not work',
    started_at: at,
    duration_ms: status === 'denied' ? 0 : random.below(400),
    input_tokens: 20 + random.below(200),
    output_tokens: status === 'denied' ? 10 : random.below(3_000),
    era: 'modern',
    mode: 'direct',
    client_name: 'bench',
    principal: 'local',
    summary,
    instance_id: 'bench',
    legs: '',
    digested: 1,
  };
}

/** About thirty words from a vocabulary in which a few are frequent. */
function randomText(random: SeededRandom, index: number): string {
  const words = Array.from({ length: 30 }, () => `word${Math.floor(5_000 * random.next() ** 3)}`);
  if (index % 2 === 0) words.push(WORDS.frequent);
  if (index % 100 === 7) words.push(WORDS.common);
  if (index % 50_000 === 11) words.push(WORDS.rare);
  return words.join(' ');
}

function bodiesOf(seq: number, words: string): CallBodiesTable {
  const args = Buffer.from(JSON.stringify({ path: words.slice(0, 80) }));
  const result = Buffer.from(JSON.stringify({ content: [{ type: 'text', text: words }] }));
  return {
    seq,
    arguments: args,
    arguments_encoding: 0,
    arguments_bytes: args.length,
    arguments_cut: 0,
    arguments_redactions: 0,
    others: null,
    others_encoding: 0,
    others_bytes: 0,
    others_cut: 0,
    others_redactions: 0,
    params_digest: null,
    result,
    result_encoding: 0,
    result_bytes: result.length,
    result_cut: 0,
    result_redactions: 0,
    result_readable: null,
    failures: null,
  };
}

type Kind = Pick<CallTotalsTable, 'hour' | 'server' | 'tool' | 'class' | 'status' | 'decision'>;

function callKind({ seq, server, tool, class: kind, status, decision }: CallsTable): Kind {
  const hour = Math.floor(timeOfSeq(seq) / HOUR_MS);
  return { hour, server: server ?? '', tool, class: kind ?? '', status, decision: decision ?? '' };
}

function addTo(totals: Map<string, CallTotalsTable>, kind: Kind, call: CallsTable): void {
  const key = JSON.stringify(kind);
  const before = totals.get(key);
  totals.set(key, {
    ...kind,
    calls: (before?.calls ?? 0) + 1,
    input_tokens: (before?.input_tokens ?? 0) + (call.input_tokens ?? 0),
    output_tokens: (before?.output_tokens ?? 0) + (call.output_tokens ?? 0),
    duration_ms: (before?.duration_ms ?? 0) + (call.duration_ms ?? 0),
  });
}

/** Rows of a table always have the same columns, so the statement is compiled only for the first row. */
function inserter(engine: Engine): <T extends keyof Schema>(table: T, row: Omit<Schema[T], never>) => Statement {
  const texts = new Map<string, string>();
  return (table, row) => {
    let text = texts.get(table);
    if (text === undefined) {
      // The row has the table's type, which the compiler cannot infer through a type parameter.
      text = engine.db
        .insertInto(table)
        .values(row as never)
        .compile().sql;
      texts.set(table, text);
    }
    return { sql: text, parameters: Object.values(row) };
  };
}
