import type { Entrance } from '../../../model/entrance.ts';
import type { LogLevelName } from '../../../model/log-level.ts';
import type { McpFrontDeps } from '../deps.ts';
import type { Doors } from '../doors.ts';
import type { EventStreams } from '../event-stream.ts';
import type { Introduction } from './handshake.ts';
import { createSession, type Session } from './session.ts';

export interface Sessions {
  /** `undefined` if the limit is reached and all sessions are in use. */
  readonly open: (introduction: Introduction, entrance: Entrance) => Session | undefined;
  /**
   * The session with this id, if it began at this door with this principal, perhaps before the gateway was restarted. Restarts its idle
   * timeout.
   */
  readonly find: (id: string, entrance: Entrance) => Session | undefined;
  readonly end: (session: Session) => void;
  /** Updates the entrances of all sessions. A session whose door is gone ends. */
  readonly reopen: (open: Doors['reopen']) => void;
  readonly count: () => number;
  /** Ends all sessions of one principal. */
  readonly endAll: (principal: string) => void;
  /** Closes all sessions; they are resumed after the next start. */
  readonly close: () => void;
}

/** A session used within this time is kept, even without a request under way; a new client is refused instead. */
const IN_USE_MS = 60_000;

/** How old the time of the last use may become that is kept for the next start. */
const KEEP_AGAIN_MS = 3_600_000;

/** How often idle sessions are looked for, per idle timeout. */
const SWEEPS_PER_IDLE_TIME = 10;

export function createSessions(
  {
    core,
    limits,
    clock,
    newId,
    log,
    sessionFile,
  }: Pick<McpFrontDeps, 'core' | 'limits' | 'clock' | 'newId' | 'log' | 'sessionFile'>,
  streams: EventStreams,
): Sessions {
  // Ordered by last use: a session that is used moves to the end.
  const entries = new Map<string, Entry>();
  let stopSweep: (() => void) | undefined;

  const isIdle = ({ session, usedAt }: Entry, forMs: number): boolean =>
    clock.now() - usedAt >= forMs && session.requests.running() === 0 && !session.isStreaming();

  const close = ({ session, leave }: Entry): void => {
    entries.delete(session.id);
    leave();
    session.close();
    if (entries.size > 0) return;
    stopSweep?.();
    stopSweep = undefined;
  };
  const end = (session: Session): void => {
    const entry = entries.get(session.id);
    if (entry === undefined) return;
    close(entry);
    sessionFile?.forget(session.id);
  };
  const keep = (entry: Entry): void => {
    const { id, protocolVersion, client, capabilities } = entry.session;
    const { principal, grant, door } = entry.entrance;
    entry.keptAt = clock.now();
    sessionFile?.keep({
      id,
      principal,
      grant: grant?.id ?? null,
      door,
      protocolVersion,
      client: client ?? null,
      capabilities,
      logLevel: entry.logLevel ?? null,
      usedAt: entry.keptAt,
    });
  };
  const begin = (id: string, introduction: Introduction, entrance: Entrance, logLevel?: LogLevelName): Session => {
    const now = clock.now();
    const state = { entrance, usedAt: now, keptAt: now, logLevel };
    const onLogLevel = (level: LogLevelName): void => {
      state.logLevel = level;
      keep(entry);
    };
    const facts = { ...introduction, id, entrance: () => state.entrance, logLevel, onLogLevel };
    const session = createSession(facts, streams, clock, () => touch(id));
    const entry: Entry = Object.assign(state, { session, leave: core.openSession(session.channel).close });
    entries.set(id, entry);
    stopSweep ??= clock.after(limits.sessionIdleMs / SWEEPS_PER_IDLE_TIME, sweep);
    keep(entry);
    return session;
  };
  const hasRoom = (): boolean => {
    if (entries.size < limits.sessions || makeRoom()) return true;
    log.warn({ sessions: entries.size }, 'no room for another session');
    return false;
  };
  const resume = (id: string, entrance: Entrance): Session | undefined => {
    const kept = sessionFile?.find(id, entrance);
    if (kept === undefined || !hasRoom()) return undefined;
    const { protocolVersion, client, capabilities, logLevel } = kept;
    return begin(id, { protocolVersion, client: client ?? undefined, capabilities }, entrance, logLevel ?? undefined);
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
    for (const entry of entries.values()) if (clock.now() - entry.keptAt >= KEEP_AGAIN_MS) keep(entry);
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
    open: (introduction, entrance) => (hasRoom() ? begin(newId(), introduction, entrance) : undefined),
    find: (id, entrance) => {
      const entry = entries.get(id);
      // For other principals and doors the session does not exist.
      if (entry === undefined) return resume(id, entrance);
      if (entry.entrance.principal !== entrance.principal || entry.entrance.door !== entrance.door) return undefined;
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
      for (const { session, entrance } of [...entries.values()]) if (entrance.principal === principal) end(session);
    },
    close: () => {
      for (const entry of [...entries.values()]) {
        keep(entry);
        close(entry);
      }
    },
  };
}

interface Entry {
  readonly session: Session;
  entrance: Entrance;
  usedAt: number;
  /** When the session was last kept for the next start. */
  keptAt: number;
  logLevel: LogLevelName | undefined;
  /** Disconnects the session from the core. */
  readonly leave: () => void;
}
