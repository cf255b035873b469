import type { ToolCall, ToolClassName } from '@toolmark/api-contract';
import { CALL_STATUS_WORDS } from '../../calls/labels.ts';
import { formatLatency, ranMs } from '../../format/duration.ts';
import { formatMoment } from '../../format/time.ts';
import { CLASS_WORDS } from '../../hints/labels.ts';
import { visibleLine } from '../../text/visible.ts';

/** A call, or a gap without calls. */
export type TimelineItem =
  | { readonly kind: 'call'; readonly call: ToolCall; readonly marks: Marks }
  | { readonly kind: 'gap'; readonly ms: number };

/** What is notable about a call besides its class. */
export interface Marks {
  readonly isAsked: boolean;
  /** It returned an error, or its outcome is unknown. */
  readonly isFailed: boolean;
  /** It was refused, or nobody answered in time. */
  readonly isStopped: boolean;
  readonly isRunning: boolean;
}

/** Shorter gaps are normal: the client is thinking. */
const MIN_GAP_MS = 30_000;
/**
 * If all gaps are long, mark only those this many times longer than the median; with few gaps there is no meaningful
 * median.
 */
const LONG_GAP_FACTOR = 4;
const MIN_SILENCES = 5;

/**
 * Calls in order, with the gaps between them.
 *
 * @example
 * toTimelineItems(calls).map(({ kind }) => kind) // ['call', 'call', 'gap', 'call']
 */
export function toTimelineItems(calls: readonly ToolCall[]): readonly TimelineItem[] {
  const silences = calls.map((call, index) => silenceBefore(call, calls[index - 1]));
  const least = Math.max(MIN_GAP_MS, median(silences.slice(1)) * LONG_GAP_FACTOR);
  return calls.flatMap((call, index): readonly TimelineItem[] => {
    const ms = silences[index] ?? 0;
    const bead: TimelineItem = { kind: 'call', call, marks: marksOf(call) };
    return ms >= least ? [{ kind: 'gap', ms }, bead] : [bead];
  });
}

/** Measured from the end of the previous call, which may itself have been long. */
function silenceBefore(call: ToolCall, before: ToolCall | undefined): number {
  if (before === undefined) return 0;
  return Math.max(0, Date.parse(call.started_at) - Date.parse(before.started_at) - (before.duration_ms ?? 0));
}

function median(values: readonly number[]): number {
  if (values.length < MIN_SILENCES) return 0;
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function marksOf({ status, approval_id, decision }: ToolCall): Marks {
  return {
    isAsked: approval_id !== null || decision?.kind === 'ask',
    isFailed: status === 'error' || status === 'interrupted',
    isStopped: status === 'denied' || status === 'expired' || status === 'cancelled',
    isRunning: status === 'running',
  };
}

/** The class label of a tool that no server has. */
export const UNKNOWN_CLASS = 'Unknown tool';

/**
 * The tooltip of a call.
 *
 * @example
 * describeCall(call, now) // '12:04:31  Delete Note on notes: destructive, asked, ok, 212 ms'
 */
export function describeCall(call: ToolCall, now: number): string {
  const { server, title, class: of, status, started_at: at } = call;
  const ms = ranMs(call);
  const words = [
    of === null ? UNKNOWN_CLASS.toLowerCase() : CLASS_WORDS[of].word.toLowerCase(),
    ...(marksOf(call).isAsked ? ['asked'] : []),
    CALL_STATUS_WORDS[status].word,
    ...(ms === null ? [] : [formatLatency(ms)]),
  ];
  const where = server === null ? '' : ` on ${visibleLine(server, 40)}`;
  return `${formatMoment(Date.parse(at), now)}  ${visibleLine(title, 80)}${where}: ${words.join(', ')}`;
}

export type Kind = ToolClassName | 'unknown';

/** Bottom to top: destructive is on top. */
export const KINDS: readonly Kind[] = ['unknown', 'read', 'additive', 'destructive'];

/** A time slice with its calls. */
export interface Column {
  readonly from: number;
  readonly to: number;
  readonly calls: number;
  readonly counts: Readonly<Record<Kind, number>>;
  readonly asked: number;
  readonly failed: number;
  readonly stopped: number;
}

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Round durations for columns. */
const LENGTHS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12, 24, 48, 168].map((n) => n * HOUR),
];

/**
 * Groups calls by start time into at most `most` columns of one round duration, including empty ones.
 *
 * @example
 * toColumns(calls, 120).length // 96
 */
export function toColumns(calls: readonly ToolCall[], most: number): readonly Column[] {
  const times = calls.map(({ started_at: at }) => Date.parse(at));
  const first = Math.min(...times);
  const last = Math.max(...times);
  if (!Number.isFinite(first)) return [];
  const slicesOf = (length: number): number => Math.floor(last / length) - Math.floor(first / length) + 1;
  const length = LENGTHS.find((one) => slicesOf(one) <= most) ?? Math.ceil((last - first + 1) / Math.max(1, most - 1));
  const start = Math.floor(first / length) * length;
  const columns = Array.from({ length: slicesOf(length) }, (_, index) => newColumn(start + index * length, length));
  for (const [index, call] of calls.entries()) {
    const column = columns[Math.floor(((times[index] ?? first) - start) / length)];
    if (column !== undefined) addCall(column, call);
  }
  return columns;
}

type Adding<T> = { -readonly [Key in keyof T]: T[Key] };
type NewColumn = Adding<Omit<Column, 'counts'>> & { readonly counts: Record<Kind, number> };

const newColumn = (from: number, length: number): NewColumn => ({
  from,
  to: from + length,
  calls: 0,
  counts: { unknown: 0, read: 0, additive: 0, destructive: 0 },
  asked: 0,
  failed: 0,
  stopped: 0,
});

function addCall(column: NewColumn, call: ToolCall): void {
  const { isAsked, isFailed, isStopped } = marksOf(call);
  column.calls++;
  column.counts[call.class ?? 'unknown']++;
  column.asked += isAsked ? 1 : 0;
  column.failed += isFailed ? 1 : 0;
  column.stopped += isStopped ? 1 : 0;
}
