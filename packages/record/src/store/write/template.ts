import type { Compilable, CompiledQuery } from 'kysely';
import type { RowStatement } from '../engine.ts';

/** A compiled statement whose values are filled in later. */
export type Template<Values, Row = unknown> = (values: Values) => RowStatement<Row>;

/** Placeholders for values. */
export interface Slots<Values> {
  <K extends keyof Values>(name: K): Values[K];
  /** One for each of these columns. */
  readonly each: <K extends keyof Values>(columns: readonly K[]) => Pick<Values, K>;
}

/**
 * Compiles a query once.
 *
 * @example
 * const bySeq = compileTemplate<{ seq: number }, CallRow>((slot) =>
 *   db.selectFrom('calls').selectAll().where('seq', '=', slot('seq')));
 * await tx.read([bySeq({ seq: 1 })]);
 */
export function compileTemplate<Values extends object, Row = unknown>(
  build: (slot: Slots<Values>) => Compilable<Row>,
): Template<Values, Row> {
  const { sql, parameters }: CompiledQuery = build(createSlots()).compile();
  // A parameter that is not a placeholder is constant.
  const names = parameters.map((parameter) =>
    parameter instanceof Slot ? (parameter.name as keyof Values) : undefined,
  );
  return (values) => ({
    sql,
    parameters: names.map((name, index) => (name === undefined ? parameters[index] : values[name])),
  });
}

function createSlots<Values extends object>(): Slots<Values> {
  // Kysely passes parameters through unread, so a placeholder can stand in for the value.
  const slot = <K extends keyof Values>(name: K): Values[K] => new Slot(name) as Values[K];
  const each = <K extends keyof Values>(columns: readonly K[]): Pick<Values, K> =>
    // Object.fromEntries loses the key type.
    Object.fromEntries(columns.map((column) => [column, slot(column)])) as Pick<Values, K>;
  return Object.assign(slot, { each });
}

class Slot {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}
