import type { ToolCall } from '@toolmark/api-contract';

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/**
 * A duration with at most three units, largest first.
 *
 * @example
 * formatDuration(184_500_000) // '2d 3h 15m'
 */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1_000));
  if (whole === 0) return '0s';
  let rest = whole;
  const first = UNITS.findIndex(([, seconds]) => whole >= seconds);
  const parts: string[] = [];
  for (const [unit, seconds] of UNITS.slice(first, first + 3)) {
    const amount = Math.floor(rest / seconds);
    rest -= amount * seconds;
    if (amount > 0) parts.push(`${amount}${unit}`);
  }
  return parts.join(' ');
}

/**
 * The duration of a call, precise to milliseconds when it is short.
 *
 * @example
 * formatLatency(1_234) // '1.2 s'
 */
export function formatLatency(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  return formatDuration(ms);
}

/**
 * How long a call itself ran: without the time that it waited for a person. `null` while it runs, and if it is unknown.
 *
 * @example
 * ranMs({ duration_ms: 60_500, waited_ms: 60_000 }) // 500
 */
export const ranMs = ({
  duration_ms: ms,
  waited_ms: waited = 0,
}: Pick<ToolCall, 'duration_ms' | 'waited_ms'>): number | null => (ms === null ? null : Math.max(0, ms - waited));

/**
 * The duration of a call for a table; `–` if it is unknown.
 *
 * @example
 * formatRan({ duration_ms: 60_500, waited_ms: 60_000 }) // '500 ms'
 */
export function formatRan(call: Pick<ToolCall, 'duration_ms' | 'waited_ms'>): string {
  const ran = ranMs(call);
  return ran === null ? '–' : formatLatency(ran);
}

/** An explanation of a duration that a person's answer was part of. */
export const waitWords = ({ waited_ms: waited }: Pick<ToolCall, 'waited_ms'>): string | undefined =>
  waited === undefined ? undefined : `It also waited ${formatLatency(waited)} for an answer.`;

/**
 * The time left, as a clock shows it.
 *
 * @example
 * formatCountdown(102_000) // '1:42'
 */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
