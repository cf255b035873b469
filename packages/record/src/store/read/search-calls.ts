import type { Kysely } from 'kysely';
import type { Engine, FindCalls } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { parseSearch, type SearchTerm } from '../search-terms.ts';
import type { CallFilter } from '../store.ts';
import { fitConditions, isAnyCall, rangeConditions } from './call-conditions.ts';
import { CALL_COLUMNS, type CallRow } from './call-rows.ts';
import { type Cell, cellsOf, totalOf } from './cells.ts';
import { isEmpty, type KeyRange, overlap, rangeOf } from './key-range.ts';
import type { FoundCalls, Slice } from './slice.ts';

/** The most matching calls to check for the total: very common words are not counted completely. */
const MAX_COUNTED = 10_000;

/** The next scan sizes if the page is not full: growing, so that a rare kind does not take many rounds. */
const GROWTH = 4;

const NOTHING: FoundCalls = { rows: [], total: 0, isExact: true };

/**
 * Searches calls by words. If few calls pass the other filters, checks each for the words. Otherwise reads the newest
 * matches from the text index and checks each against the filters. One index scan serves the page and the total.
 */
export async function searchCalls(
  engine: Engine,
  filter: CallFilter,
  { terms, slice }: { readonly terms: readonly SearchTerm[]; readonly slice: Slice },
): Promise<FoundCalls> {
  const { db, text } = engine;
  const { calls, ...range } = await placeOf(db, filter);
  if (calls === 0) return NOTHING;
  const find = await text.search(db, terms);
  const first = await (calls <= MAX_COUNTED
    ? pick(db, filter, find(range), range)
    : look(db, filter, find, { ...range, limit: MAX_COUNTED + 1 }));

  const fitting = first.fitting.filter((seq) => seq < slice.below);
  let chunk = first;
  let limit = MAX_COUNTED + 1;
  while (!chunk.isLast && fitting.length < slice.skip + slice.take) {
    limit *= GROWTH;
    chunk = await look(db, filter, find, { from: range.from, below: Math.min(chunk.end, slice.below), limit });
    for (const seq of chunk.fitting) fitting.push(seq);
  }
  const rows = await callsWith(db, fitting.slice(slice.skip, slice.skip + slice.take));
  const counted = Math.min(first.fitting.length, MAX_COUNTED);
  return { rows, total: first.isLast ? counted : Math.max(counted, slice.skip + rows.length), isExact: first.isLast };
}

/**
 * Callers validate with `parseSearch`. Returning all calls or none for an invalid query would be worse than an error.
 */
export function termsOf(q: string): readonly SearchTerm[] {
  const terms = parseSearch(q);
  if (!terms.ok) throw new RangeError(`q ${terms.error}`);
  return terms.value;
}

/** The ranges of calls that pass the other filters, and their number. */
async function placeOf(db: Kysely<Schema>, filter: CallFilter): Promise<Cell> {
  if (filter.sessionId !== undefined) return placeOfSession(db, filter, filter.sessionId);
  const cells = await cellsOf(db, filter);
  return { from: cells.at(-1)?.from ?? 0, below: cells[0]?.below ?? 0, calls: totalOf(cells) };
}

async function placeOfSession(db: Kysely<Schema>, filter: CallFilter, id: string): Promise<Cell> {
  const ofSession = db.selectFrom('calls').where('session_id', '=', id);
  const row = await ofSession
    .select(({ fn }) => [fn.countAll().as('calls'), fn.min('seq').as('first'), fn.max('seq').as('last')])
    .executeTakeFirst();
  const range = overlap(rangeOf(filter), { from: Number(row?.first ?? 0), below: Number(row?.last ?? -1) + 1 });
  return { ...range, calls: isEmpty(range) ? 0 : Number(row?.calls ?? 0) };
}

interface Chunk {
  /** Newest first. */
  readonly fitting: readonly number[];
  /** Everything above this key was scanned. */
  readonly end: number;
  readonly isLast: boolean;
}

/** All matches, if few calls pass the filters. */
async function pick(
  db: Kysely<Schema>,
  filter: CallFilter,
  found: ReturnType<FindCalls>,
  range: KeyRange,
): Promise<Chunk> {
  const query = db.selectFrom(found.as('found')).select('found.seq').orderBy('found.seq', 'desc');
  const asked = db
    .selectFrom('calls')
    .select('calls.seq')
    .where((eb) => eb.and([...rangeConditions(range), ...fitConditions(filter)]));
  const rows = await (isAnyCall(filter) ? query : query.where('found.seq', 'in', asked)).execute();
  return { fitting: rows.map(({ seq }) => seq), end: range.from, isLast: true };
}

/** The newest text matches that pass the filters. */
async function look(
  db: Kysely<Schema>,
  filter: CallFilter,
  find: FindCalls,
  range: KeyRange & { readonly limit: number },
): Promise<Chunk> {
  const keys = isEmpty(range) ? [] : await keysOf(db, find(range), filter);
  return {
    fitting: keys.filter(({ fits }) => fits !== null).map(({ seq }) => seq),
    end: keys.at(-1)?.seq ?? range.from,
    isLast: keys.length < range.limit,
  };
}

/** `fits` repeats the key if the call passes. */
async function keysOf(
  db: Kysely<Schema>,
  found: ReturnType<FindCalls>,
  filter: CallFilter,
): Promise<readonly { readonly seq: number; readonly fits: number | null }[]> {
  const keys = db.selectFrom(found.as('found')).orderBy('found.seq', 'desc');
  if (isAnyCall(filter)) return keys.select(['found.seq', 'found.seq as fits']).execute();
  return keys
    .leftJoin('calls', (join) =>
      join.onRef('calls.seq', '=', 'found.seq').on((eb) => eb.and([...fitConditions(filter)])),
    )
    .select(['found.seq', 'calls.seq as fits'])
    .execute();
}

async function callsWith(db: Kysely<Schema>, keys: readonly number[]): Promise<readonly CallRow[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('calls')
    .select(CALL_COLUMNS)
    .where('calls.seq', 'in', keys)
    .orderBy('calls.seq', 'desc')
    .execute();
}
