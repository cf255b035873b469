import { type Kysely, sql } from 'kysely';
import type { MigrationParts } from './migrations.ts';

/** Calls, approvals, sessions, tool versions, events and instances. */
export async function createRecord(db: Kysely<never>, { types, text, eventsFrom }: MigrationParts): Promise<void> {
  const { long, bytes } = types;
  const { schema } = db;

  await schema
    .createTable('calls')
    .addColumn('seq', long, (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text')
    .addColumn('server', 'text')
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('class', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('decision', 'text')
    .addColumn('decision_rule', 'text')
    .addColumn('decision_reason', 'text')
    .addColumn('approval_id', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('cached', 'integer', (c) => c.notNull())
    .addColumn('error_code', 'integer')
    .addColumn('error_message', 'text')
    .addColumn('started_at', long, (c) => c.notNull())
    .addColumn('duration_ms', 'real')
    .addColumn('input_tokens', 'integer')
    .addColumn('output_tokens', 'integer')
    .addColumn('era', 'text')
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('client_name', 'text')
    .addColumn('principal', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('legs', 'text', (c) => c.notNull())
    .addColumn('instance_id', 'text', (c) => c.notNull())
    .addColumn('digested', 'integer', (c) => c.notNull())
    .execute();
  // Each filter walks one of these indexes, newest first.
  for (const column of ['session_id', 'server', 'tool', 'class', 'status', 'decision'] as const) {
    await schema.createIndex(`calls_by_${column}`).on('calls').columns([column, 'seq']).execute();
  }
  await schema
    .createIndex('calls_undigested')
    .on('calls')
    .column('seq')
    .where(sql.ref('digested'), '=', sql.lit(0))
    .execute();

  await schema
    .createTable('call_bodies')
    .addColumn('seq', long, (c) => c.primaryKey())
    .addColumn('arguments', bytes)
    .addColumn('arguments_encoding', 'integer', (c) => c.notNull())
    .addColumn('arguments_bytes', long, (c) => c.notNull())
    .addColumn('arguments_cut', 'integer', (c) => c.notNull())
    .addColumn('arguments_redactions', 'integer', (c) => c.notNull())
    .addColumn('result', bytes)
    .addColumn('result_encoding', 'integer', (c) => c.notNull())
    .addColumn('result_bytes', long, (c) => c.notNull())
    .addColumn('result_cut', 'integer', (c) => c.notNull())
    .addColumn('result_redactions', 'integer', (c) => c.notNull())
    .addColumn('result_readable', 'text')
    .addColumn('failures', 'text')
    .execute();

  await schema
    .createTable('approvals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('instance_id', 'text', (c) => c.notNull())
    .addColumn('call_seq', long, (c) => c.notNull())
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text')
    .addColumn('server', 'text', (c) => c.notNull())
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('class', 'text', (c) => c.notNull())
    .addColumn('effective', 'text', (c) => c.notNull())
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('arguments', bytes)
    .addColumn('arguments_encoding', 'integer', (c) => c.notNull())
    .addColumn('arguments_bytes', long, (c) => c.notNull())
    .addColumn('arguments_cut', 'integer', (c) => c.notNull())
    .addColumn('arguments_redactions', 'integer', (c) => c.notNull())
    .addColumn('client_name', 'text')
    .addColumn('principal', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('requested_at', long, (c) => c.notNull())
    .addColumn('expires_at', long, (c) => c.notNull())
    .addColumn('waits', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('resolved_at', long)
    .addColumn('answer_decision', 'text')
    .addColumn('remember', 'text')
    .addColumn('scope', 'text')
    .addColumn('route', 'text')
    .addColumn('answered_by', 'text')
    .execute();
  await schema.createIndex('approvals_by_status').on('approvals').columns(['status', 'requested_at', 'id']).execute();
  await schema.createIndex('approvals_by_time').on('approvals').columns(['requested_at', 'id']).execute();
  await schema.createIndex('approvals_by_session').on('approvals').column('session_id').execute();
  await schema.createIndex('approvals_by_call').on('approvals').column('call_id').execute();

  for (const table of ['call_totals', 'call_totals_by_day', 'call_totals_by_class'] as const) {
    const totals = schema
      .createTable(table)
      .addColumn('hour', 'integer', (c) => c.notNull())
      .addColumn('class', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('decision', 'text', (c) => c.notNull())
      .addColumn('server', 'text', (c) => c.notNull())
      .addColumn('tool', 'text', (c) => c.notNull())
      .addColumn('calls', long, (c) => c.notNull())
      .addColumn('input_tokens', long, (c) => c.notNull())
      .addColumn('output_tokens', long, (c) => c.notNull())
      .addColumn('duration_ms', 'real', (c) => c.notNull())
      // In this order, a filter by class or status skips other entries.
      .addPrimaryKeyConstraint(`${table}_key`, ['hour', 'class', 'status', 'decision', 'server', 'tool']);
    await (types.inKeyOrder === undefined ? totals : totals.modifyEnd(sql.raw(types.inKeyOrder))).execute();
  }

  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('principal', 'text', (c) => c.notNull())
    .addColumn('client_name', 'text')
    .addColumn('client_version', 'text')
    .addColumn('conversation', 'text')
    .addColumn('era', 'text')
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('start_time', long, (c) => c.notNull())
    .addColumn('end_time', long)
    .addColumn('end_reason', 'text')
    .addColumn('last_activity', long, (c) => c.notNull())
    .addColumn('tool_call_count', long, (c) => c.notNull())
    .addColumn('input_tokens', long, (c) => c.notNull())
    .addColumn('output_tokens', long, (c) => c.notNull())
    .addColumn('menu_tokens', long, (c) => c.notNull())
    .addColumn('discovery_tokens', long, (c) => c.notNull())
    .addColumn('listing_tokens', long, (c) => c.notNull())
    .addColumn('read_calls', long, (c) => c.notNull())
    .addColumn('additive_calls', long, (c) => c.notNull())
    .addColumn('destructive_calls', long, (c) => c.notNull())
    .addColumn('error_count', long, (c) => c.notNull())
    .addColumn('approval_count', long, (c) => c.notNull())
    .addColumn('private_data_read', long)
    .addColumn('untrusted_content_seen', long)
    .addColumn('open_world_write', long)
    .addColumn('instance_id', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('sessions_by_start').on('sessions').columns(['start_time', 'id']).execute();
  await schema.createIndex('sessions_by_status').on('sessions').columns(['status', 'start_time']).execute();
  await schema.createIndex('sessions_by_client').on('sessions').columns(['client_name', 'start_time']).execute();

  await schema
    .createTable('session_servers')
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('server', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('session_servers_key', ['session_id', 'server'])
    .execute();

  await schema
    .createTable('tool_versions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('server', 'text', (c) => c.notNull())
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('class', 'text', (c) => c.notNull())
    .addColumn('effective', 'text', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addColumn('hints', 'text', (c) => c.notNull())
    .addColumn('prose', 'text', (c) => c.notNull())
    .addColumn('first_seen', long, (c) => c.notNull())
    .addColumn('last_seen', long, (c) => c.notNull())
    .execute();
  await schema
    .createIndex('tool_versions_by_tool')
    .on('tool_versions')
    .columns(['server', 'tool', 'last_seen'])
    .execute();

  await schema
    .createTable('events')
    .addColumn('batch', long === 'bigint' ? 'bigserial' : 'integer', (c) =>
      long === 'bigint' ? c.primaryKey() : c.primaryKey().autoIncrement(),
    )
    .addColumn('at', long, (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .execute();
  // An initial empty row, so that the next number always follows a last one.
  await sql`insert into events (batch, at, events) values (${eventsFrom}, ${eventsFrom}, '[]')`.execute(db);

  await schema
    .createTable('instances')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('pid', 'integer', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('started_at', long, (c) => c.notNull())
    .addColumn('seen_at', long, (c) => c.notNull())
    .addColumn('journal_file', 'integer', (c) => c.notNull())
    .addColumn('journal_offset', long, (c) => c.notNull())
    .execute();

  for (const statement of text.create) await sql.raw(statement).execute(db);
}
