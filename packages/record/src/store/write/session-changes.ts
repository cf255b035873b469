import type { MenuEntry, SessionEndEntry, SessionEntry } from '../../entry.ts';
import type { Statement, Transaction } from '../engine.ts';
import type { EventTexts } from './event-texts.ts';
import {
  changeOf,
  close,
  countMenu,
  open,
  type SessionChange,
  sessionOf,
  toSessionData,
  toStatements,
} from './session-change.ts';
import type { Statements } from './statements.ts';

/** The sessions that a transaction changes; each is written and emitted once. */
export interface SessionChanges {
  readonly get: (id: string) => SessionChange | undefined;
  readonly create: (session: SessionChange, at: number) => SessionChange;
  readonly note: (entry: SessionEntry | SessionEndEntry | MenuEntry) => void;
  /** Emits each session's event and returns its statements. */
  readonly finish: (now: number) => readonly Statement[];
}

export async function readSessions(
  tx: Transaction,
  ids: ReadonlySet<string>,
  parts: { readonly statements: Statements; readonly events: EventTexts; readonly instance: string },
): Promise<SessionChanges> {
  const { statements, events, instance } = parts;
  const rows = await tx.read([...ids].map((id) => statements.sessions.byId({ id })));
  const byId = new Map(rows.flat().map((row) => [row.id, changeOf(row)]));

  const create = (session: SessionChange, at: number): SessionChange => {
    byId.set(session.change.id, session);
    events.add('sessions.created', toSessionData(session), at);
    return session;
  };
  return {
    get: (id) => byId.get(id),
    create,
    note: (entry) => {
      const session = byId.get(entry.kind === 'menu' ? entry.session : entry.id);
      if (entry.kind === 'session') {
        if (session === undefined) create(sessionOf(entry, instance), entry.at);
        else open(session, entry.at, instance);
        return;
      }
      if (session === undefined) return;
      if (entry.kind === 'menu') countMenu(session, entry);
      // Do not close a session that another gateway reopened.
      else if (session.change.status === 'active' && session.change.instance_id === instance)
        close(session, entry.at, entry.reason);
    },
    finish: (now) => {
      for (const session of byId.values()) tell(session, events, now);
      return [...byId.values()].flatMap((session) => toStatements(session, statements.sessions));
    },
  };
}

function tell(session: SessionChange, events: EventTexts, now: number): void {
  const { before, change } = session;
  const isOpenAgain = before?.status === 'closed' && change.status === 'active';
  if (session.isCounted || isOpenAgain) events.add('sessions.updated', toSessionData(session), now);
  const isClosed = change.status === 'closed' && (before?.status !== 'closed' || before.end_time !== change.end_time);
  if (isClosed) events.add('sessions.closed', toSessionData(session), now);
}
