import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import { seqAt } from '../../sequence.ts';
import type { CallTotalsTable, Schema } from '../schema.ts';
import { compileTemplate, type Template } from './template.ts';

type TotalsKey = Pick<CallTotalsTable, 'hour' | 'server' | 'tool' | 'class' | 'status' | 'decision'>;
export type TotalsSums = Omit<CallTotalsTable, keyof TotalsKey>;
type TotalsTable = 'call_totals' | 'call_totals_by_day' | 'call_totals_by_class';

/** The key of a totals row. */
export interface TotalsCut {
  readonly table: TotalsTable;
  readonly hours: number;
  /** Otherwise server, tool and decision are ''. */
  readonly isByTool: boolean;
}

/** The values of a totals row. */
export interface TotalsStatements extends TotalsCut {
  readonly add: Template<CallTotalsTable>;
  readonly dropIfEmpty: Template<TotalsKey>;
  /** Subtracts a session's calls. */
  readonly takeOut: Template<{ readonly session: string }>;
  readonly dropEmpty: Template<{ readonly from: number; readonly to: number }>;
}

/** Keys encode times: this many make an hour. */
export const KEYS_PER_HOUR: number = seqAt(3_600_000);

const KEY_COLUMNS = ['hour', 'server', 'tool', 'class', 'status', 'decision'] as const;
const SUM_COLUMNS = ['calls', 'input_tokens', 'output_tokens', 'duration_ms'] as const;

export function createTotalsStatements(db: Kysely<Schema>, cut: TotalsCut): TotalsStatements {
  const { table } = cut;
  const insert = db.insertInto(table).columns([...KEY_COLUMNS, ...SUM_COLUMNS]);
  const empty = db.deleteFrom(table).where('calls', '=', sql.lit(0));
  return {
    ...cut,
    add: compileTemplate((slot) =>
      insert
        .values(slot.each([...KEY_COLUMNS, ...SUM_COLUMNS]))
        .onConflict((conflict) => conflict.columns(KEY_COLUMNS).doUpdateSet(sumsWith(table))),
    ),
    dropIfEmpty: compileTemplate((slot) =>
      KEY_COLUMNS.reduce((query, column) => query.where(column, '=', slot(column)), empty),
    ),
    takeOut: compileTemplate(
      (slot): Compilable =>
        insert
          .expression(sumsOfSession(db, slot('session'), cut))
          .onConflict((conflict) => conflict.columns(KEY_COLUMNS).doUpdateSet(sumsWith(table))),
    ),
    dropEmpty: compileTemplate((slot) => empty.where('hour', '>=', slot('from')).where('hour', '<=', slot('to'))),
  };
}

/** For an upsert on an existing row. */
function sumsWith(table: TotalsTable): Record<keyof TotalsSums, RawBuilder<number>> {
  const added = (column: keyof TotalsSums): RawBuilder<number> =>
    sql`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  return {
    calls: added('calls'),
    input_tokens: added('input_tokens'),
    output_tokens: added('output_tokens'),
    duration_ms: added('duration_ms'),
  };
}

function sumsOfSession(db: Kysely<Schema>, session: string, { hours, isByTool }: TotalsCut) {
  // Integer division rounds down.
  const hour = sql<number>`${sql.ref('seq')} / ${sql.lit(KEYS_PER_HOUR * hours)} * ${sql.lit(hours)}`;
  return db
    .selectFrom('calls')
    .select(({ fn, lit, neg, ref, val }) => [
      hour.as('hour'),
      (isByTool ? fn.coalesce('server', val('')) : val('')).as('server'),
      (isByTool ? ref('tool') : val('')).as('tool'),
      fn.coalesce('class', val('')).as('class'),
      ref('status').as('status'),
      (isByTool ? fn.coalesce('decision', val('')) : val('')).as('decision'),
      neg(fn.countAll<number>()).as('calls'),
      neg(fn.coalesce(fn.sum<number>('input_tokens'), lit(0))).as('input_tokens'),
      neg(fn.coalesce(fn.sum<number>('output_tokens'), lit(0))).as('output_tokens'),
      neg(fn.coalesce(fn.sum<number>('duration_ms'), lit(0))).as('duration_ms'),
    ])
    .where('session_id', '=', session)
    .groupBy([hour, 'class', 'status', ...(isByTool ? (['server', 'tool', 'decision'] as const) : [])]);
}
