import type { CallStatusName, DecisionKind, ToolClassName } from '@toolmark/api-contract';
import type { Entry } from '../../entry.ts';
import type { CallFilter, StoreWriter } from '../store.ts';
import { createCalls, endOf, options, START, session } from './entries.ts';

/** A planned call of a test. */
export interface PlannedCall {
  readonly at: number;
  readonly session: string;
  readonly server: string | null;
  readonly tool: string;
  readonly class: ToolClassName | null;
  readonly status: CallStatusName;
  readonly decision: DecisionKind | null;
  /** Its searchable words. */
  readonly words: string;
  readonly input: number;
  readonly output: number;
}

export interface RecordedCall extends PlannedCall {
  readonly seq: number;
  readonly id: string;
}

/** Records calls in the given order with the gateway's writer. */
export function createWorld(writer: StoreWriter): (plans: readonly PlannedCall[]) => Promise<readonly RecordedCall[]> {
  const begin = createCalls(START);
  const known = new Set<string>();
  return async (plans) => {
    const calls = plans.map((plan) => {
      const { at, server, tool } = plan;
      return { plan, entry: begin(plan.session, { at, server, tool, class: plan.class }) };
    });
    for (const { plan, entry } of calls) {
      const entries: Entry[] = known.has(plan.session) ? [entry] : [session(plan.session, { at: plan.at }), entry];
      known.add(plan.session);
      const { status } = plan;
      const decision = plan.decision === null ? null : { kind: plan.decision, rule: 'a rule', reason: 'a reason' };
      if (status !== 'running' && status !== 'interrupted') entries.push(endOf(entry, { status, decision }));
      // Interrupted calls belong to a dead gateway with its own sessions.
      if (status === 'interrupted') await writer.apply(entries.slice(0, -1), options());
      await writer.apply(
        status === 'interrupted' ? entries.slice(-1) : entries,
        options(status === 'interrupted' ? 'gone' : 'one'),
      );
    }
    await writer.removeInstance('gone', START, 'interrupted');
    const ended = calls.filter(({ plan }) => plan.status !== 'running' && plan.status !== 'interrupted');
    await writer.digest(
      ended.map(({ plan, entry }) => ({
        seq: entry.seq,
        inputTokens: plan.input,
        outputTokens: plan.output,
        words: plan.words,
      })),
    );
    return calls.map(({ plan, entry: { seq, id } }) => ({ ...plan, seq, id }));
  };
}

export const plan = (more: Partial<PlannedCall> = {}): PlannedCall => ({
  at: START,
  session: 's',
  server: 'files',
  tool: 'read_file',
  class: 'read',
  status: 'ok',
  decision: 'allow',
  words: '',
  input: 3,
  output: 5,
  ...more,
});

const HOUR = 3_600_000;

const KINDS: readonly Partial<PlannedCall>[] = [
  { server: 'files', tool: 'read_file', class: 'read' },
  { server: 'files', tool: 'delete_file', class: 'destructive', decision: 'ask' },
  { server: 'mail', tool: 'send', class: 'additive' },
  { server: 'mail', tool: 'search', class: 'read' },
  { server: 'web', tool: 'search', class: 'read', status: 'error' },
  { server: 'web', tool: 'post', class: 'destructive', status: 'denied', decision: 'deny' },
  { server: null, tool: 'no_such_tool', class: null, status: 'error', decision: null },
  { server: 'mail', tool: 'send', class: 'additive', status: 'expired', decision: 'hold' },
  { server: 'files', tool: 'read_file', class: 'read', status: 'cancelled' },
  { server: 'files', tool: 'read_file', class: 'read', status: 'running', decision: null },
  { server: 'web', tool: 'post', class: 'destructive', status: 'interrupted', decision: null },
];

/** Times around hour and day boundaries, quiet periods, and many calls within one millisecond. */
const OFFSETS = [
  0,
  1,
  HOUR / 2 - 1,
  HOUR / 2,
  40 * HOUR,
  62.5 * HOUR - 1,
  62.5 * HOUR,
  62.5 * HOUR,
  86.5 * HOUR,
  99 * HOUR,
];

const VOCABULARY = ['invoice', 'invoices', 'café', 'report_2026', 'needle'];

/** A fixed mix of calls in three sessions over four days. */
export const MIXED_CALLS: readonly PlannedCall[] = OFFSETS.flatMap((offset, hour) =>
  KINDS.map((kind, index) =>
    plan({
      at: START + offset,
      session: `session-${(index + hour) % 3}`,
      words: VOCABULARY.filter((_, word) => (index + hour) % (word + 2) === 0).join(' '),
      input: index,
      output: 10 * hour,
      ...kind,
    }),
  ),
);

/** The expected result of a query, by linear scan. Newest first. */
export function fitting(calls: readonly RecordedCall[], filter: CallFilter): readonly RecordedCall[] {
  const { sessionId, servers, tools, statuses, classes, decisions, from, to, q } = filter;
  const isOneOf = (value: string | null, values: readonly string[] | undefined): boolean =>
    values === undefined || (value !== null && values.includes(value));
  return calls
    .filter(
      (call) =>
        (sessionId === undefined || call.session === sessionId) &&
        isOneOf(call.server, servers) &&
        isOneOf(call.tool, tools) &&
        isOneOf(call.status, statuses) &&
        isOneOf(call.class, classes) &&
        isOneOf(decisionOf(call), decisions) &&
        (from === undefined || call.at >= from) &&
        (to === undefined || call.at < to) &&
        (q === undefined || hasWords(call, q)),
    )
    .toSorted((a, b) => b.seq - a.seq);
}

/** A running call has no decision and no indexed words yet. */
const hasEnded = ({ status }: PlannedCall): boolean => status !== 'running' && status !== 'interrupted';

const decisionOf = (call: PlannedCall): DecisionKind | null => (hasEnded(call) ? call.decision : null);

/** A word with a star is a prefix. */
function hasWords(call: PlannedCall, q: string): boolean {
  const words = call.words.split(' ');
  const isThere = (asked: string): boolean =>
    asked.endsWith('*') ? words.some((word) => word.startsWith(asked.slice(0, -1))) : words.includes(asked);
  return hasEnded(call) && q.split(' ').every(isThere);
}
