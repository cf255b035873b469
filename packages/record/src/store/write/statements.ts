import type { Kysely } from 'kysely';
import type { EventsTable, Schema, ToolVersionsTable } from '../schema.ts';
import { type ApprovalStatements, createApprovalStatements } from './approval-statements.ts';
import { type CallStatements, createCallStatements } from './call-statements.ts';
import { createSessionStatements, type SessionStatements } from './session-statements.ts';
import { compileTemplate, type Template } from './template.ts';
import { createTotalsStatements, type TotalsStatements } from './totals-statements.ts';

/** The statements of every batch, compiled once. */
export interface Statements {
  readonly calls: CallStatements;
  readonly approvals: ApprovalStatements;
  readonly sessions: SessionStatements;
  readonly totals: readonly TotalsStatements[];
  readonly version: Template<ToolVersionsTable>;
  readonly title: Template<{ readonly id: string }, { readonly title: string }>;
  readonly events: Template<Pick<EventsTable, 'at' | 'events'>, { readonly batch: number }>;
}

export function createStatements(db: Kysely<Schema>): Statements {
  return {
    calls: createCallStatements(db),
    approvals: createApprovalStatements(db),
    sessions: createSessionStatements(db),
    totals: [
      createTotalsStatements(db, { table: 'call_totals', hours: 1, isByTool: true }),
      createTotalsStatements(db, { table: 'call_totals_by_day', hours: 24, isByTool: true }),
      createTotalsStatements(db, { table: 'call_totals_by_class', hours: 1, isByTool: false }),
    ],
    version: compileTemplate((slot) =>
      db
        .insertInto('tool_versions')
        .values(
          slot.each([
            'id',
            'server',
            'tool',
            'title',
            'class',
            'effective',
            'definition',
            'hints',
            'prose',
            'first_seen',
            'last_seen',
          ]),
        )
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ last_seen: (eb) => eb.ref('excluded.last_seen') })
            .whereRef('excluded.last_seen', '>', 'tool_versions.last_seen'),
        ),
    ),
    title: compileTemplate((slot) => db.selectFrom('tool_versions').select('title').where('id', '=', slot('id'))),
    events: compileTemplate((slot) =>
      db
        .insertInto('events')
        .values(slot.each(['at', 'events']))
        .returning('batch'),
    ),
  };
}
