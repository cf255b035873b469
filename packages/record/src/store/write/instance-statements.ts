import type { Kysely } from 'kysely';
import type { InstancesTable, Schema } from '../schema.ts';
import { compileTemplate, type Template } from './template.ts';

const COLUMNS = [
  'id',
  'pid',
  'host',
  'slot',
  'started_at',
  'seen_at',
  'journal_file',
  'journal_offset',
] as const satisfies readonly (keyof InstancesTable)[];

type Position = Pick<InstancesTable, 'id' | 'journal_file' | 'journal_offset'>;

export interface InstanceStatements {
  readonly all: Template<object, InstancesTable>;
  readonly byId: Template<{ readonly id: string }, InstancesTable>;
  /** Inserts a missing instance; otherwise updates its heartbeat. */
  readonly put: Template<InstancesTable>;
  readonly see: Template<Pick<InstancesTable, 'id' | 'seen_at'>>;
  readonly journal: Template<Position>;
  readonly forget: Template<{ readonly id: string }>;
}

export function createInstanceStatements(db: Kysely<Schema>): InstanceStatements {
  return {
    all: compileTemplate(() => db.selectFrom('instances').selectAll().orderBy('started_at').orderBy('id')),
    byId: compileTemplate((slot) => db.selectFrom('instances').selectAll().where('id', '=', slot('id'))),
    put: compileTemplate((slot) =>
      db
        .insertInto('instances')
        .values(slot.each(COLUMNS))
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: (eb) => eb.ref('excluded.seen_at') })),
    ),
    see: compileTemplate((slot) =>
      db
        .updateTable('instances')
        .set(slot.each(['seen_at']))
        .where('id', '=', slot('id')),
    ),
    journal: compileTemplate((slot) =>
      db
        .updateTable('instances')
        .set(slot.each(['journal_file', 'journal_offset']))
        .where('id', '=', slot('id')),
    ),
    forget: compileTemplate((slot) => db.deleteFrom('instances').where('id', '=', slot('id'))),
  };
}
