/** A session that has not ended. Changed in here only. */
export interface OpenSession {
  readonly id: string;
  readonly key: string;
  /**
   * The protocol sessions that used it and are still there. `undefined` among them stands for clients that have none: they never
   * say that they leave.
   */
  readonly users: Set<string | undefined>;
  /** Calls that began and have not ended. */
  running: number;
  /** When a call of it last began or ended. Never goes back, even if the clock does: nothing ends before it began. */
  activeAt: number;
}

/** The sessions that are open, found in every way they are looked for without a search. */
export interface OpenSessions {
  readonly size: () => number;
  readonly byKey: (key: string) => OpenSession | undefined;
  readonly byId: (id: string) => OpenSession | undefined;
  readonly all: () => readonly OpenSession[];
  /** Of those in which nothing is under way, the one in which nothing happened for longest. */
  readonly stalest: () => OpenSession | undefined;
  readonly add: (id: string, key: string, now: number) => OpenSession;
  readonly remove: (session: OpenSession) => void;
  readonly begin: (session: OpenSession, now: number) => void;
  readonly end: (session: OpenSession, now: number) => void;
  /** A call of it came over this protocol session. */
  readonly use: (session: OpenSession, protocolSession: string | undefined) => void;
  /** A protocol session is over; those that it used have one user less. */
  readonly leave: (protocolSession: string) => readonly OpenSession[];
}

/**
 * A call may be under way while its client leaves, and find its session only then. So those that left are remembered until
 * surely all of their calls have ended, that is until so many others have left.
 */
const REMEMBERED_LEAVERS = 1_000;

export function createOpenSessions(): OpenSessions {
  const byKey = new Map<string, OpenSession>();
  const byId = new Map<string, OpenSession>();
  const byProtocolSession = new Map<string, Set<OpenSession>>();
  // The one in which nothing happened for longest comes first.
  const idle = new Set<OpenSession>();
  const gone = new Set<string>();

  const unlink = (session: OpenSession, protocolSession: string): void => {
    const used = byProtocolSession.get(protocolSession);
    used?.delete(session);
    if (used?.size === 0) byProtocolSession.delete(protocolSession);
  };
  return {
    size: () => byId.size,
    byKey: (key) => byKey.get(key),
    byId: (id) => byId.get(id),
    all: () => [...byId.values()],
    stalest: () => {
      for (const session of idle) return session;
      return undefined;
    },
    add: (id, key, now) => {
      const session: OpenSession = { id, key, users: new Set(), running: 0, activeAt: now };
      byKey.set(key, session);
      byId.set(id, session);
      idle.add(session);
      return session;
    },
    remove: (session) => {
      byKey.delete(session.key);
      byId.delete(session.id);
      idle.delete(session);
      for (const user of session.users) if (user !== undefined) unlink(session, user);
    },
    begin: (session, now) => {
      if (session.running === 0) idle.delete(session);
      session.running += 1;
      session.activeAt = Math.max(session.activeAt, now);
    },
    end: (session, now) => {
      session.running = Math.max(0, session.running - 1);
      session.activeAt = Math.max(session.activeAt, now);
      if (session.running > 0) return;
      idle.delete(session);
      idle.add(session);
    },
    use: (session, protocolSession) => {
      if (session.users.has(protocolSession)) return;
      if (protocolSession === undefined) return void session.users.add(undefined);
      if (gone.has(protocolSession)) return;
      session.users.add(protocolSession);
      const used = byProtocolSession.get(protocolSession);
      if (used === undefined) byProtocolSession.set(protocolSession, new Set([session]));
      else used.add(session);
    },
    leave: (protocolSession) => {
      gone.add(protocolSession);
      if (gone.size > REMEMBERED_LEAVERS) {
        for (const oldest of gone) {
          gone.delete(oldest);
          break;
        }
      }
      const used = [...(byProtocolSession.get(protocolSession) ?? [])];
      byProtocolSession.delete(protocolSession);
      for (const session of used) session.users.delete(protocolSession);
      return used;
    },
  };
}
