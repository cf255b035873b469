import type { Entrance } from '../../../model/entrance.ts';
import type { McpFrontDeps } from '../deps.ts';
import type { Doors } from '../doors.ts';
import type { EventStreams } from '../event-stream.ts';
import { createSession, type Session, type SessionFacts } from './session.ts';

export interface Sessions {
  /** `undefined` if the limit is reached and all sessions are in use. */
  readonly open: (facts: Omit<SessionFacts, 'id' | 'entrance'>, entrance: Entrance) => Session | undefined;
  /** The session with this id, if it began at this door with this principal. Restarts its idle timeout. */
  readonly find: (id: string, entrance: Entrance) => Session | undefined;
  readonly end: (session: Session) => void;
  /** Updates the entrances of all sessions. A session whose door is gone ends. */
  readonly reopen: (open: Doors['reopen']) => void;
  readonly count: () => number;
  /** Ends all sessions, or those of one principal. */
  readonly endAll: (principal?: string) => void;
}

/** A session used within this time is kept, even without a request under way; a new client is refused instead. */
const IN_USE_MS = 60_000;

/** How often idle sessions are looked for, per idle timeout. */
const SWEEPS_PER_IDLE_TIME = 10;

export function createSessions(
  { core, limits, clock, newId, log }: Pick<McpFrontDeps, 'core' | 'limits' | 'clock' | 'newId' | 'log'>,
  streams: EventStreams,
): Sessions {
  // Ordered by last use: a session that is used moves to the end.
  const entries = new Map<string, Entry>();
  let stopSweep: (() => void) | undefined;

  const isIdle = ({ session, usedAt }: Entry, forMs: number): boolean =>
    clock.now() - usedAt >= forMs && session.requests.running() === 0 && !session.isStreaming();

  const end = (session: Session): void => {
    const entry = entries.get(session.id);
    if (entry === undefined) return;
    entries.delete(session.id);
    entry.leave();
    session.close();
    if (entries.size > 0) return;
    stopSweep?.();
    stopSweep = undefined;
  };
  const touch = (id: string): void => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entry.usedAt = clock.now();
    entries.delete(id);
    entries.set(id, entry);
  };
  const sweep = (): void => {
    for (const entry of entries.values()) {
      if (clock.now() - entry.usedAt < limits.sessionIdleMs) break;
      if (isIdle(entry, limits.sessionIdleMs)) end(entry.session);
    }
    stopSweep = entries.size === 0 ? undefined : clock.after(limits.sessionIdleMs / SWEEPS_PER_IDLE_TIME, sweep);
  };
  const makeRoom = (): boolean => {
    for (const entry of entries.values()) {
      // All following sessions were used later.
      if (clock.now() - entry.usedAt < IN_USE_MS) return false;
      if (!isIdle(entry, IN_USE_MS)) continue;
      end(entry.session);
      return true;
    }
    return false;
  };

  return {
    open: (facts, entrance) => {
      if (entries.size >= limits.sessions && !makeRoom()) {
        log.warn({ sessions: entries.size }, 'no room for another session');
        return undefined;
      }
      const id = newId();
      const entry = { entrance, usedAt: clock.now() };
      const session = createSession({ ...facts, id, entrance: () => entry.entrance }, streams, clock, () => touch(id));
      const { close } = core.openSession(session.channel);
      entries.set(id, Object.assign(entry, { session, leave: close }));
      stopSweep ??= clock.after(limits.sessionIdleMs / SWEEPS_PER_IDLE_TIME, sweep);
      return session;
    },
    find: (id, entrance) => {
      const entry = entries.get(id);
      // For other principals and doors the session does not exist.
      if (entry?.entrance.principal !== entrance.principal || entry.entrance.door !== entrance.door) return undefined;
      if (isIdle(entry, limits.sessionIdleMs)) {
        end(entry.session);
        return undefined;
      }
      // The entrance may have changed since the last request.
      entry.entrance = entrance;
      touch(id);
      return entry.session;
    },
    end,
    reopen: (open) => {
      for (const entry of [...entries.values()]) {
        const now = open(entry.entrance);
        if (now === undefined) end(entry.session);
        else entry.entrance = now;
      }
    },
    count: () => entries.size,
    endAll: (principal) => {
      for (const { session, entrance } of [...entries.values()])
        if (principal === undefined || entrance.principal === principal) end(session);
    },
  };
}

interface Entry {
  readonly session: Session;
  entrance: Entrance;
  usedAt: number;
  /** Disconnects the session from the core. */
  readonly leave: () => void;
}
