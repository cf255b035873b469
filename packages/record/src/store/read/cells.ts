import type { Kysely } from 'kysely';
import { timeOfSeq } from '../../sequence.ts';
import type { Schema } from '../schema.ts';
import type { CallFilter } from '../store.ts';
import { kindConditions, rangeConditions } from './call-conditions.ts';
import { HOUR_MS, isEmpty, type KeyRange, overlap, rangeOf, rangeOfHours } from './key-range.ts';

/** A range of keys, and its number of matching calls. */
export interface Cell extends KeyRange {
  readonly calls: number;
}

const DAY = 24;

/**
 * Finds where the matching calls are, newest first, from the daily and hourly totals; only incomplete hours at the ends
 * of the range are counted from calls. Ranges without calls are skipped. Ignores words and sessions.
 */
export async function cellsOf(db: Kysely<Schema>, filter: CallFilter): Promise<readonly Cell[]> {
  const asked = rangeOf(filter);
  if (isEmpty(asked)) return [];
  const firstHour = Math.ceil(timeOfSeq(asked.from) / HOUR_MS);
  const lastHour = Math.floor(timeOfSeq(asked.below) / HOUR_MS);
  if (firstHour > lastHour) return count(db, filter, asked);
  const firstDay = Math.ceil(firstHour / DAY) * DAY;
  const lastDay = Math.floor(lastHour / DAY) * DAY;
  const whole = rangeOfHours(firstHour, lastHour);
  const parts =
    firstDay < lastDay
      ? [
          await hours(db, filter, lastDay, lastHour),
          await add(db, 'call_totals_by_day', filter, { from: firstDay, until: lastDay, length: DAY }),
          await hours(db, filter, firstHour, firstDay),
        ]
      : [await hours(db, filter, firstHour, lastHour)];
  return [
    await count(db, filter, overlap(asked, { from: whole.below, below: asked.below })),
    ...parts,
    await count(db, filter, overlap(asked, { from: asked.from, below: whole.from })),
  ].flat();
}

/** The hours of a day within the range. */
export async function hoursOf(db: Kysely<Schema>, filter: CallFilter, cell: Cell): Promise<readonly Cell[]> {
  const first = timeOfSeq(cell.from) / HOUR_MS;
  const last = timeOfSeq(cell.below) / HOUR_MS;
  return last - first > 1 ? hours(db, filter, first, last) : [cell];
}

export const totalOf = (cells: readonly Cell[]): number => cells.reduce((sum, { calls }) => sum + calls, 0);

const hours = (db: Kysely<Schema>, filter: CallFilter, from: number, until: number): Promise<readonly Cell[]> =>
  add(db, 'call_totals', filter, { from, until, length: 1 });

interface Hours {
  readonly from: number;
  readonly until: number;
  /** Of each range. */
  readonly length: number;
}

async function add(
  db: Kysely<Schema>,
  table: 'call_totals' | 'call_totals_by_day',
  filter: CallFilter,
  { from, until, length }: Hours,
): Promise<readonly Cell[]> {
  if (from >= until) return [];
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['hour', fn.sum<number>('calls').as('calls')])
    .where((eb) => eb.and([eb('hour', '>=', from), eb('hour', '<', until), ...kindConditions(filter)]))
    .groupBy('hour')
    .orderBy('hour', 'desc')
    .execute();
  return rows.map(({ hour, calls }) => ({ ...rangeOfHours(hour, hour + length), calls: Number(calls) }));
}

async function count(db: Kysely<Schema>, filter: CallFilter, range: KeyRange): Promise<readonly Cell[]> {
  if (isEmpty(range)) return [];
  const row = await db
    .selectFrom('calls')
    .select(({ fn }) => fn.countAll().as('calls'))
    .where((eb) => eb.and([...rangeConditions(range), ...kindConditions(filter)]))
    .executeTakeFirst();
  const calls = Number(row?.calls ?? 0);
  return calls === 0 ? [] : [{ ...range, calls }];
}
