const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** For older times a date is more useful than a number of days. */
const RECENT_DAYS = 30;

/** A duration: `45s`, `12m`, `2d 3h 15m`. */
export function toSpan(milliseconds: number): string {
  if (milliseconds < MINUTE) return `${Math.floor(milliseconds / SECOND)}s`;
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(milliseconds / DAY), 'd'],
    [Math.floor((milliseconds % DAY) / HOUR), 'h'],
    [Math.floor((milliseconds % HOUR) / MINUTE), 'm'],
  ];
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount}${unit}`)
    .join(' ');
}

/** The duration of a call: `34 ms`, `1.2 s`, and above a minute like `toSpan`. */
export function toElapsed(milliseconds: number): string {
  if (milliseconds < 1) return '<1 ms';
  if (Math.round(milliseconds) < SECOND) return `${Math.round(milliseconds)} ms`;
  // A duration that rounds up to a second is shown as one.
  const seconds = Math.floor(Math.max(SECOND, milliseconds) / 100) / 10;
  return milliseconds < MINUTE ? `${seconds.toFixed(1)} s` : toSpan(milliseconds);
}

/** A relative time: `just now`, `12m ago`, and a date if it was long ago. */
export function toAgo(moment: string, now: Date): string {
  const passed = now.getTime() - Date.parse(moment);
  if (passed < SECOND) return 'just now';
  if (passed < MINUTE) return `${Math.floor(passed / SECOND)}s ago`;
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)}m ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)}h ago`;
  if (passed < RECENT_DAYS * DAY) return `${Math.floor(passed / DAY)}d ago`;
  return toDay(new Date(moment));
}

/** A moment in local time: `2026-11-15 13:00:04`. */
export function toLocal(moment: string): string {
  const date = new Date(moment);
  return `${toDay(date)} ${toClock(moment)}`;
}

/** Absolute and relative: `2026-11-15 13:00:04 (4m ago)`; only the date if it was long ago. */
export function toLocalAndAgo(moment: string, now: Date): string {
  const ago = toAgo(moment, now);
  return ago.includes('-') ? toLocal(moment) : `${toLocal(moment)} (${ago})`;
}

/** The local time of day: `13:00:04`. */
export function toClock(moment: string): string {
  const date = new Date(moment);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

const STEPS = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/** `999`, `1.2k`, `12k`, `124k`, `1.2M`: rounded like `formatShort` of the page, which shows the same numbers. */
export function toShort(count: number): string {
  const amount = Math.abs(count);
  for (const [unit, step] of STEPS) {
    // A number that would round up to a thousand of this step is one of the next.
    if (amount < step * 0.9995) continue;
    const value = count / step;
    return `${Math.abs(value) < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)}${unit}`;
  }
  return String(Math.round(count));
}

/** `12 B`, `1.2 kB`, `3.4 MB`. */
export function toSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${(Math.floor(value * 10) / 10).toFixed(1)} ${units[unit]}`;
}

/** All digits with separators: `12,345`. */
export const toCount = (count: number): string => count.toLocaleString('en-US');

export const plural = (count: number, word: string): string => `${toCount(count)} ${word}${count === 1 ? '' : 's'}`;

const toDay = (date: Date): string =>
  [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');

const twoDigits = (value: number): string => String(value).padStart(2, '0');
