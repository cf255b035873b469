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
 * The time left, as a clock shows it.
 *
 * @example
 * formatCountdown(102_000) // '1:42'
 */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
