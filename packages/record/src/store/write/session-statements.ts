import type { Kysely } from 'kysely';
import type { Schema, SessionServersTable, SessionsTable } from '../schema.ts';
import { compileTemplate, type Template } from './template.ts';

const FIXED_COLUMNS = [
  'id',
  'principal',
  'client_name',
  'client_version',
  'conversation',
  'era',
  'mode',
  'start_time',
] as const satisfies readonly (keyof SessionsTable)[];

const STATE_COLUMNS = [
  'status',
  'end_time',
  'end_reason',
  'instance_id',
] as const satisfies readonly (keyof SessionsTable)[];

const COUNT_COLUMNS = [
  'tool_call_count',
  'input_tokens',
  'output_tokens',
  'menu_tokens',
  'discovery_tokens',
  'read_calls',
  'additive_calls',
  'destructive_calls',
  'error_count',
  'approval_count',
] as const satisfies readonly (keyof SessionsTable)[];

const LEG_COLUMNS = [
  'private_data_read',
  'untrusted_content_seen',
  'open_world_write',
] as const satisfies readonly (keyof SessionsTable)[];

export interface SessionStatements {
  readonly byId: Template<{ readonly id: string }, SessionsTable>;
  readonly activeOf: Template<{ readonly instance: string }, SessionsTable>;
  readonly create: Template<SessionsTable>;
  /** Counters are incremented; values that are set once stay; other columns are replaced. */
  readonly change: Template<SessionsTable>;
  readonly addServer: Template<SessionServersTable>;
}

export function createSessionStatements(db: Kysely<Schema>): SessionStatements {
  return {
    byId: compileTemplate((slot) => db.selectFrom('sessions').selectAll().where('id', '=', slot('id'))),
    activeOf: compileTemplate((slot) =>
      db
        .selectFrom('sessions')
        .selectAll()
        .where('status', '=', 'active')
        .where('instance_id', '=', slot('instance'))
        .orderBy('start_time'),
    ),
    create: compileTemplate((slot) =>
      db
        .insertInto('sessions')
        .values(
          slot.each([
            ...FIXED_COLUMNS,
            ...STATE_COLUMNS,
            ...COUNT_COLUMNS,
            ...LEG_COLUMNS,
            'last_activity',
            'listing_tokens',
          ]),
        ),
    ),
    change: compileTemplate((slot) =>
      db
        .updateTable('sessions')
        .set((eb) => ({
          ...slot.each(STATE_COLUMNS),
          ...Object.fromEntries(COUNT_COLUMNS.map((column) => [column, eb(column, '+', slot(column))])),
          ...Object.fromEntries(LEG_COLUMNS.map((column) => [column, eb.fn.coalesce(column, eb.val(slot(column)))])),
          last_activity: eb
            .case()
            .when('last_activity', '<', slot('last_activity'))
            .then(slot('last_activity'))
            .else(eb.ref('last_activity'))
            .end(),
          listing_tokens: eb
            .case()
            .when('listing_tokens', '=', eb.lit(0))
            .then(slot('listing_tokens'))
            .else(eb.ref('listing_tokens'))
            .end(),
        }))
        .where('id', '=', slot('id')),
    ),
    addServer: compileTemplate((slot) =>
      db
        .insertInto('session_servers')
        .values(slot.each(['session_id', 'server']))
        .onConflict((conflict) => conflict.doNothing()),
    ),
  };
}
