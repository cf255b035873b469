import type { Engine } from '../engine.ts';
import type { StoreReader } from '../store.ts';
import { createApproval, createApprovals } from './approvals.ts';
import { createCall } from './call.ts';
import { createCalls } from './calls.ts';
import { createEventsAfter, createLastEvent } from './events.ts';
import { createExport } from './export.ts';
import { createSession, createSessions } from './sessions.ts';
import { createSize } from './size.ts';
import { createStats } from './stats.ts';
import { createUsage } from './usage.ts';
import { createVersions } from './version-facts.ts';
import { createVersionHistory } from './versions.ts';

export interface ReaderOptions {
  /** The clock: active sessions last until now. */
  readonly now?: () => number;
}

/**
 * Answers questions one after the other without a transaction, so it never blocks a writer; two parts of an answer may
 * see different states.
 *
 * @example
 * const reader = createStoreReader(await openSqlite({ file, readOnly: true }));
 * const { tool_calls, total } = await reader.calls({ classes: ['destructive'] }, { limit: 50, offset: 0 });
 */
export function createStoreReader(engine: Engine, { now = Date.now }: ReaderOptions = {}): StoreReader {
  const { db } = engine;
  const versionsOf = createVersions(db);
  return {
    calls: createCalls(engine, versionsOf),
    call: createCall(db, versionsOf),
    export: createExport(engine, versionsOf),
    sessions: createSessions(db, now),
    session: createSession(db, now),
    approvals: createApprovals(db),
    approval: createApproval(db),
    stats: createStats(db),
    usage: createUsage(db),
    versions: createVersionHistory(db),
    eventsAfter: createEventsAfter(db),
    lastEvent: createLastEvent(db),
    size: createSize(engine),
  };
}
