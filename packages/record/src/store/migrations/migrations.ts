import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes, TextIndex } from '../engine.ts';
import { createRecord } from './0001-record.ts';
import { addSentParams } from './0002-sent-params.ts';
import { addAnswerTerms } from './0003-answer-terms.ts';
import { addCallParams } from './0004-call-params.ts';
import { addCallRounds } from './0005-call-rounds.ts';

/** The engine features that migrations need. */
export interface MigrationParts {
  readonly types: ColumnTypes;
  readonly text: Pick<TextIndex, 'create'>;
  /** The first event number. */
  readonly eventsFrom: number;
}

const RECORD = '0001-record-b';
const SENT_PARAMS = '0002-sent-params';
const ANSWER_TERMS = '0003-answer-terms';
const CALL_PARAMS = '0004-call-params';
const CALL_ROUNDS = '0005-call-rounds';

/** In order. */
export const MIGRATION_NAMES: readonly string[] = [RECORD, SENT_PARAMS, ANSWER_TERMS, CALL_PARAMS, CALL_ROUNDS];

/**
 * All migrations in order, by name. A released one never changes. An unreleased one gets a new, later name when it
 * changes, so that a store with the old form is recognized.
 */
export function migrationsFor(parts: MigrationParts): Readonly<Record<string, Migration>> {
  return {
    [RECORD]: { up: (db: Kysely<never>) => createRecord(db, parts) },
    [SENT_PARAMS]: { up: (db: Kysely<never>) => addSentParams(db, parts) },
    [ANSWER_TERMS]: { up: addAnswerTerms },
    [CALL_PARAMS]: { up: (db: Kysely<never>) => addCallParams(db, parts) },
    [CALL_ROUNDS]: { up: (db: Kysely<never>) => addCallRounds(db, parts) },
  };
}
