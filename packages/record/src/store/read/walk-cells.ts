import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { CallFilter } from '../store.ts';
import { kindConditions, rangeConditions } from './call-conditions.ts';
import { CALL_COLUMNS, type CallRow } from './call-rows.ts';
import { type Cell, hoursOf, totalOf } from './cells.ts';
import { type KeyRange, overlap } from './key-range.ts';
import type { Slice } from './slice.ts';

/**
 * The calls of a slice, newest first. Reads only the hours with such calls, and only as many as needed, so that neither
 * rare kinds nor late pages need a scan.
 */
export async function walkCells(
  db: Kysely<Schema>,
  filter: CallFilter,
  cells: readonly Cell[],
  { skip, below, take }: Slice,
): Promise<readonly CallRow[]> {
  const rows: CallRow[] = [];
  // Reads hours with few calls together.
  let few: Cell[] = [];
  const readFew = async (): Promise<void> => {
    rows.push(...(await callsInAll(db, filter, few, take - rows.length)));
    few = [];
  };
  for await (const hour of hoursFrom(db, filter, cells, { skip, below })) {
    if (hour.skip === 0 && hour.calls <= take) {
      few.push({ ...hour, below: Math.min(hour.below, below) });
      if (totalOf(few) >= take - rows.length) await readFew();
    } else {
      await readFew();
      const range = overlap(hour, { from: 0, below });
      rows.push(...(await callsIn(db, filter, range, { skip: hour.skip, take: take - rows.length })));
    }
    if (rows.length >= take) return rows;
  }
  await readFew();
  return rows;
}

/** The hours with calls of the slice; skipped ones are not read. */
async function* hoursFrom(
  db: Kysely<Schema>,
  filter: CallFilter,
  cells: readonly Cell[],
  { skip, below }: Pick<Slice, 'skip' | 'below'>,
): AsyncGenerator<Cell & { readonly skip: number }> {
  let left = skip;
  const isSkipped = ({ from, calls }: Cell): boolean => {
    if (from >= below) return true;
    if (left < calls) return false;
    left -= calls;
    return true;
  };
  for (const cell of cells) {
    if (isSkipped(cell)) continue;
    for (const hour of await hoursOf(db, filter, cell)) {
      if (isSkipped(hour)) continue;
      yield { ...hour, skip: left };
      left = 0;
    }
  }
}

function callsIn(
  db: Kysely<Schema>,
  filter: CallFilter,
  range: KeyRange,
  { skip, take }: Pick<Slice, 'skip' | 'take'>,
): Promise<CallRow[]> {
  return db
    .selectFrom('calls')
    .select(CALL_COLUMNS)
    .where((eb) => eb.and([...rangeConditions(range), ...kindConditions(filter)]))
    .orderBy('calls.seq', 'desc')
    .limit(take)
    .offset(skip)
    .execute();
}

async function callsInAll(
  db: Kysely<Schema>,
  filter: CallFilter,
  ranges: readonly KeyRange[],
  take: number,
): Promise<CallRow[]> {
  const [only] = ranges;
  if (only === undefined || take <= 0) return [];
  if (ranges.length === 1) return callsIn(db, filter, only, { skip: 0, take });
  // Literals, because some engines treat parameters in a VALUES list as text.
  const values = sql.join(ranges.map(({ from, below }) => sql`(${sql.lit(from)}, ${sql.lit(below)})`));
  return (
    db
      .with('spans(least, below)', () => sql<{ least: number; below: number }>`(values ${values})`)
      .selectFrom('spans')
      // Joined in this order only: each range is a short index walk, while starting from calls would scan all.
      .crossJoin('calls')
      .select(CALL_COLUMNS)
      .whereRef('calls.seq', '>=', 'spans.least')
      .whereRef('calls.seq', '<', 'spans.below')
      .where((eb) => eb.and([...kindConditions(filter)]))
      .orderBy('calls.seq', 'desc')
      .limit(take)
      .execute()
  );
}
