import { addDays } from '../../ical/times.ts';
import { instantAt, utcOf, type WallTime, wallAt } from '../../ical/zones.ts';
import type { Interval } from './free-busy.ts';

/** Minutes after midnight. */
export interface DayPart {
  readonly from: number;
  readonly to: number;
}

export interface WindowOptions {
  readonly range: Interval;
  readonly busy: readonly Interval[];
  readonly minLengthMs: number;
  /** The parts of each day to search. */
  readonly parts: readonly DayPart[];
  readonly skipsWeekends: boolean;
  readonly zone: string;
}

/** The free times of at least the needed length, in order. */
export function freeWindows({
  range,
  busy,
  minLengthMs,
  parts,
  skipsWeekends,
  zone,
}: WindowOptions): readonly Interval[] {
  const taken = busy.toSorted((one, other) => one.start - other.start);
  const windows: Interval[] = [];
  for (let day = midnightOf(wallAt(range.start, zone)); instantAt(day, zone) < range.end; day = addDays(day, 1)) {
    if (skipsWeekends && [0, 6].includes(new Date(utcOf(day)).getUTCDay())) continue;
    for (const { from, to } of parts) {
      const start = Math.max(range.start, instantAt(atMinute(day, from), zone));
      const end = Math.min(range.end, instantAt(atMinute(day, to), zone));
      windows.push(...gaps({ start, end }, taken));
    }
  }
  return joined(windows).filter(({ start, end }) => end - start >= minLengthMs);
}

/** The intersection of two lists of spans. */
export const intersect = (one: readonly DayPart[], other: readonly DayPart[]): readonly DayPart[] =>
  one
    .flatMap((a) => other.map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) })))
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => a.from - b.from);

function gaps({ start, end }: Interval, taken: readonly Interval[]): readonly Interval[] {
  const free: Interval[] = [];
  let from = start;
  for (const busy of taken) {
    if (busy.end <= from || busy.start >= end) continue;
    if (busy.start > from) free.push({ start: from, end: busy.start });
    from = Math.max(from, busy.end);
  }
  if (from < end) free.push({ start: from, end });
  return free;
}

/** Merges adjacent windows, so that a window can extend across midnight. */
function joined(windows: readonly Interval[]): readonly Interval[] {
  const result: Interval[] = [];
  for (const window of windows) {
    const last = result.at(-1);
    if (last !== undefined && last.end >= window.start)
      result.splice(-1, 1, { start: last.start, end: Math.max(last.end, window.end) });
    else result.push(window);
  }
  return result;
}

const midnightOf = (wall: WallTime): WallTime => ({ ...wall, hour: 0, minute: 0, second: 0 });

const atMinute = (day: WallTime, minutes: number): WallTime =>
  minutes >= 1440 ? addDays(day, 1) : { ...day, hour: Math.floor(minutes / 60), minute: minutes % 60 };
