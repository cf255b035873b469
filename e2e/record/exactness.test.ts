import type { CallStatusName, Session, Stats, ToolCall, ToolClassName } from '@toolmark/api-contract';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { LET_PASS, startGateway } from '../gateway/fixtures/gateway.ts';
import { connectTo, eras, type TestClient } from './fixtures/clients.ts';
import { ledger, numberOf, type RecordView, untilOffered, viewOf } from './fixtures/record.ts';

interface Kind {
  readonly tool: string;
  readonly class: ToolClassName | null;
  readonly status: CallStatusName;
  /** The arguments; by default the number of the call. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** The tool's server; by default the ledger. */
  readonly server?: string;
}

/** What the gateway caches, and what it denies. */
const CONFIG = {
  servers: { ledger: ledger(), shelf: { ...ledger(), cache: { ttl: 600, tools: 'repeat' } } },
  config: {
    policy: {
      ...LET_PASS,
      rules: [{ name: 'closed', tool: 'add', decision: 'deny', arguments: { '$.closed': true } }],
    },
  },
};

/**
 * Every kind of call: each class, each outcome, text and structured results, cached answers (from a server without
 * writes), denials, an unknown tool.
 */
const KINDS: readonly Kind[] = [
  { tool: 'look', class: 'read', status: 'ok' },
  { tool: 'measure', class: 'read', status: 'ok' },
  { tool: 'browse', class: 'read', status: 'ok' },
  { tool: 'add', class: 'additive', status: 'ok' },
  { tool: 'remove', class: 'destructive', status: 'ok' },
  { tool: 'bare', class: 'destructive', status: 'ok' },
  { tool: 'stumble', class: 'read', status: 'error' },
  { tool: 'refuse', class: 'additive', status: 'error' },
  { tool: 'nowhere', class: null, status: 'error' },
  { tool: 'wait', class: 'read', status: 'cancelled' },
  { tool: 'repeat', class: 'read', status: 'ok', given: { said: 'again' }, server: 'shelf' },
  { tool: 'add', class: 'additive', status: 'denied', given: { closed: true } },
];

const VARIANTS = {
  read: 'call_tool_read',
  additive: 'call_tool_write',
  destructive: 'call_tool_destructive',
} as const;

/** The search-mode tool through which another tool is called. */
const variantOf = (tool: string): string => VARIANTS[KINDS.find((kind) => kind.tool === tool)?.class ?? 'read'];

const CALLS = 200;
const kindOf = (n: number): Kind => KINDS[n % KINDS.length] as Kind;

async function make(client: TestClient, view: RecordView, n: number): Promise<void> {
  const { tool, status, server, given = { n, note: `call ${n}` } } = kindOf(n);
  if (status !== 'cancelled')
    return void (await client.call(tool, given, { ...(server && { server }) }).catch(() => {}));
  // It never answers, so it always ends by cancellation, once it has started.
  const controller = new AbortController();
  const call = client.call(tool, given, { signal: controller.signal }).catch(() => {});
  const isRunning = async (): Promise<boolean> =>
    (await view.allCalls('&status=running')).some(({ summary }) => summary.includes(`"call ${n}"`));
  await expect.poll(isRunning, { timeout: 30_000 }).toBe(true);
  controller.abort();
  await call;
}

/** Half of them sequentially, half of them 16 at a time. */
async function makeAll(client: TestClient, view: RecordView): Promise<void> {
  for (let n = 0; n < CALLS / 2; n++) await make(client, view, n);
  let next = CALLS / 2;
  const work = async (): Promise<void> => {
    while (next < CALLS) await make(client, view, next++);
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

const sum = (calls: readonly ToolCall[], of: (call: ToolCall) => number | null): number =>
  calls.reduce((total, call) => total + (of(call) ?? Number.NaN), 0);
const count = <Key extends string>(keys: readonly Key[], values: readonly (Key | null)[]): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, values.filter((value) => value === key).length])) as Record<Key, number>;

const CLASSES = ['read', 'additive', 'destructive'] as const;
const STATUSES = ['running', 'ok', 'error', 'denied', 'expired', 'cancelled', 'interrupted'] as const;

/** The sums of a session, or of everything, recomputed from the calls. */
function sumsOf(calls: readonly ToolCall[]) {
  return {
    calls: calls.length,
    errors: calls.filter(({ status }) => status === 'error').length,
    by_class: count(
      CLASSES,
      calls.map((call) => call.class),
    ),
    input_tokens: sum(calls, ({ metrics }) => metrics.input_tokens),
    output_tokens: sum(calls, ({ metrics }) => metrics.output_tokens),
    total_tokens: sum(calls, ({ metrics }) => metrics.total_tokens),
  };
}

const sumsIn = (session: Session): ReturnType<typeof sumsOf> => ({
  calls: session.tool_call_count,
  errors: session.error_count,
  by_class: session.calls_by_class,
  input_tokens: session.input_tokens,
  output_tokens: session.output_tokens,
  total_tokens: session.total_tokens,
});

const sumsInStats = ({ calls, errors, by_class, input_tokens, output_tokens, total_tokens }: Stats) => ({
  calls,
  errors,
  by_class,
  input_tokens,
  output_tokens,
  total_tokens,
});

/** Waits until every call has ended and is counted. Cancelled ones end a moment after their client's cancellation. */
async function untilCounted(view: RecordView): Promise<void> {
  await expect
    .poll(async () => (await view.allCalls()).filter(({ metrics }) => metrics.total_tokens === null).length, {
      timeout: 30_000,
    })
    .toBe(0);
}

// SC-006, US3.5, FR-013, FR-016, D-relation, D-tokens
describe.each(eras)('a session of 200 mixed calls, by a client that is %s', (era) => {
  it.each(['direct', 'search'] as const)(
    'equals exactly the sum of its calls, and so do the totals (%s)',
    async (mode) => {
      const gateway = await startGateway(CONFIG);
      await untilOffered(gateway, 20);
      const view = viewOf(gateway);
      const client = await connectTo(gateway, era, mode === 'search' ? { variantOf } : {});
      await client.list();
      await makeAll(client, view);
      await expect.poll(async () => (await view.calls('?status=running')).total, { timeout: 30_000 }).toBe(0);
      await untilCounted(view);

      const session = await view.onlySession();
      const calls = await view.allCalls(`&session_id=${session.id}`);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(CALLS);
      expect(new Set(calls.map((call) => call.mode))).toEqual(new Set([mode]));
      // At least every second of the sequential calls is answered from the cache.
      expect(calls.filter(({ cached }) => cached).length).toBeGreaterThan(5);
      const expected = Array.from({ length: CALLS }, (_, n) => kindOf(n));
      expect(
        count(
          STATUSES,
          calls.map(({ status }) => status),
        ),
      ).toEqual(
        count(
          STATUSES,
          expected.map(({ status }) => status),
        ),
      );
      const sums = sumsOf(calls);
      expect(sums.by_class).toEqual(
        count(
          CLASSES,
          expected.map((kind) => kind.class),
        ),
      );
      expect(sumsIn(session)).toEqual(sums);
      expect(session.total_tokens).toBe(session.input_tokens + session.output_tokens);
      expect(sums.total_tokens).toBeGreaterThan(CALLS);
      // Failed calls count like all others.
      expect(
        sum(
          calls.filter(({ status }) => status === 'error'),
          ({ metrics }) => metrics.output_tokens,
        ),
      ).toBeGreaterThan(0);

      const stats = await view.stats('?from=1h&tools=100');
      expect(sumsInStats(stats)).toEqual(sums);
      expect(stats.by_status).toEqual(
        count(
          STATUSES,
          calls.map(({ status }) => status),
        ),
      );
      expect(stats.busiest_tools.reduce((total, tool) => total + tool.calls, 0)).toBe(CALLS);
      expect(stats.timeline.reduce((total, bucket) => total + bucket.total_tokens, 0)).toBe(sums.total_tokens);
      expect(stats.sessions).toBe(1);

      // The list by offset, or through the session, equals the list by cursor.
      const byOffset: ToolCall[] = [];
      for (let offset = 0; offset < CALLS; offset += 64) {
        const { body } = await gateway.api(`/api/v1/sessions/${session.id}/tool-calls?limit=64&offset=${offset}`);
        byOffset.push(...(body as { tool_calls: ToolCall[] }).tool_calls);
      }
      expect(byOffset).toEqual(calls);
      await checkTokens(view, calls);
      // An export contains all of them, too, oldest first.
      expect((await view.exported()).map(({ id }) => id)).toEqual(calls.map(({ id }) => id).toReversed());
    },
  );
});

/** Counts the tokens of three of them independently: a text, a structured result, and a failure. */
async function checkTokens(view: RecordView, calls: readonly ToolCall[]): Promise<void> {
  for (const [tool, said] of [
    ['look', (n: number) => `Looked at number ${n}: the quick brown fox jumps over the lazy dog.`],
    ['measure', (n: number) => JSON.stringify({ size: n })],
    ['stumble', (n: number) => `Could not find number ${n}.`],
  ] as const) {
    const call = calls.find((each) => each.tool === tool);
    const detail = await view.call(call?.id ?? '');
    const n = numberOf(detail);
    const input = countTokens(JSON.stringify({ n, note: `call ${n}` }));
    const output = countTokens(said(n));
    expect({ tool, ...detail.metrics }).toEqual({
      tool,
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      encoding: 'o200k',
    });
  }
}
