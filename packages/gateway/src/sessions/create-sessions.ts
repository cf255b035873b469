import type { SessionEndReason } from '@toolmark/api-contract';
import type { Clock, JsonObject } from '@toolmark/base';
import type { MenuEntry, SessionEndEntry, SessionEntry } from '@toolmark/record';
import { type Client, createIdentify, eraOf, givenName, type Identity, idOfConversation } from './identity.ts';
import type { SentTokens, Sessions } from './sessions.ts';

export interface SessionsDeps {
  /** Records that a session began, was sent tools, or ended, in this order. */
  readonly write: (entry: SessionEntry | SessionEndEntry | MenuEntry) => void;
  readonly clock: Clock;
  readonly newId: () => string;
  /** A session ends after this long without a call. */
  readonly idleMs: number;
}

/** Some hundred bytes each. Beyond it, the session that was idle longest is closed. */
export const MOST_SESSIONS = 10_000;

/**
 * @example
 * const sessions = createSessions({ write: journal.append, clock: systemClock, newId: randomUUID, idleMs: 30 * 60_000 });
 * const session = sessions.of(call.caller, call.params);
 * sessions.touch(session); // when the call has its reply
 */
export function createSessions({ write, clock, newId, idleMs }: SessionsDeps): Sessions {
  const open = createOpenSessions();
  const identify = createIdentify();
  let stopTimer: (() => void) | undefined;

  const end = (session: OpenSession, reason: SessionEndReason, at: number): void => {
    open.remove(session);
    write({ kind: 'session-end', id: session.id, at: Math.max(at, session.activeAt), reason });
  };
  const endStalest = (): void => {
    const stalest = open.stalest();
    if (stalest !== undefined) end(stalest, 'idle', stalest.activeAt);
  };
  const isOver = ({ running, activeAt }: OpenSession): boolean => running === 0 && clock.now() - activeAt >= idleMs;

  /** Sets one timer for all sessions, at the time when the first is due. It checks again whether sessions are due when it fires. */
  const setTimer = (): void => {
    const stalest = open.stalest();
    if (stalest === undefined || stopTimer !== undefined) return;
    stopTimer = clock.after(stalest.activeAt + idleMs - clock.now(), () => {
      stopTimer = undefined;
      for (let due = open.stalest(); due !== undefined && isOver(due); due = open.stalest()) endStalest();
      setTimer();
    });
  };

  /** The open session of this identity. Closes one that is due: the timer may be late, for example after the machine slept. */
  const current = (key: string): OpenSession | undefined => {
    const session = open.byKey(key);
    if (session === undefined || !isOver(session)) return session;
    end(session, 'idle', session.activeAt);
    return undefined;
  };
  /** Records the tokens of a list for a session. A list that cannot be counted is not recorded. */
  const claim = (id: string, tokens: Promise<SentTokens>): void => {
    tokens.then(
      (counted) => write(menuOf(id, counted)),
      () => {},
    );
  };
  const begin = (identity: Identity, caller: Client, at: number): OpenSession => {
    if (open.size() >= MOST_SESSIONS) endStalest();
    const { key, ...facts } = identity;
    const id = identity.conversation === null ? newId() : idOfConversation(identity);
    const session = open.add(id, key, at);
    write({ kind: 'session', id, at, ...facts, conversation: givenName(facts.conversation), era: eraOf(caller) });
    return session;
  };
  /** A client that names its conversations only in its calls has one without a name since it connected, which it never uses. */
  const endUnnamed = ({ era, principal, mode, session, client }: Client): void => {
    const unnamed = current(identify({ era, principal, mode, session, client, conversation: undefined }, {}).key);
    if (unnamed !== undefined && !unnamed.isUsed) end(unnamed, 'left', unnamed.activeAt);
  };
  const enter = (caller: Client, params: JsonObject, at: number): OpenSession => {
    const identity = identify(caller, params);
    const known = current(identity.key);
    if (known === undefined && identity.conversation !== null) endUnnamed(caller);
    const session = known ?? begin(identity, caller, at);
    open.use(session, caller.session);
    return session;
  };

  return {
    of: (caller, params, at = clock.now()) => {
      const session = enter(caller, params, at);
      open.begin(session, at);
      return session.id;
    },
    connected: (caller, params) => {
      enter(caller, params, clock.now());
      setTimer();
    },
    find: (caller, params) => current(identify(caller, params).key)?.id,
    touch: (id, at = clock.now()) => {
      const session = open.byId(id);
      if (session === undefined) return;
      open.end(session, at);
      if (session.running > 0) return;
      if (session.users.size === 0) return end(session, 'left', session.activeAt);
      // Sessions with a call in progress are never closed to make room, so their number can exceed the limit until a call ends.
      if (open.size() > MOST_SESSIONS) endStalest();
      setTimer();
    },
    sent: (caller, params, tokens) => {
      claim(enter(caller, params, clock.now()).id, tokens);
      setTimer();
    },
    endProtocolSession: (protocolSession) => {
      for (const session of open.leave(protocolSession)) {
        // With calls in progress, the last of them ends the session.
        if (session.users.size === 0 && session.running === 0) end(session, 'left', clock.now());
      }
    },
    close: (reason) => {
      stopTimer?.();
      stopTimer = undefined;
      for (const session of open.all()) end(session, reason, clock.now());
    },
  };
}

const menuOf = (session: string, { menu, discovery, listing }: SentTokens): MenuEntry => ({
  kind: 'menu',
  session,
  menuTokens: menu,
  discoveryTokens: discovery,
  listingTokens: listing,
});

/** A session that has not ended. */
interface OpenSession {
  readonly id: string;
  readonly key: string;
  /** The open protocol sessions that used it. `undefined` stands for clients without one, which never report that they leave. */
  readonly users: Set<string | undefined>;
  /** Number of calls in progress. */
  running: number;
  /** Whether one of its calls ever began. */
  isUsed: boolean;
  /** When one of its calls last began or ended. Never decreases, even if the clock does, so that no session ends before it began. */
  activeAt: number;
}

/** The open sessions, indexed by id, identity, protocol session and idle time. */
interface OpenSessions {
  readonly size: () => number;
  readonly byKey: (key: string) => OpenSession | undefined;
  readonly byId: (id: string) => OpenSession | undefined;
  readonly all: () => readonly OpenSession[];
  /** Among the sessions without a call in progress, the one that was idle longest. */
  readonly stalest: () => OpenSession | undefined;
  readonly add: (id: string, key: string, now: number) => OpenSession;
  readonly remove: (session: OpenSession) => void;
  readonly begin: (session: OpenSession, now: number) => void;
  readonly end: (session: OpenSession, now: number) => void;
  /** A call of the session came over this protocol session. */
  readonly use: (session: OpenSession, protocolSession: string | undefined) => void;
  /** A protocol session has ended: removes it from its sessions, and returns them. */
  readonly leave: (protocolSession: string) => readonly OpenSession[];
}

/**
 * A call can find its session only after its protocol session has ended. So ended protocol sessions are remembered until this many
 * others have ended, when surely none of their calls is left.
 */
const MAX_ENDED_PROTOCOL_SESSIONS = 1_000;

function createOpenSessions(): OpenSessions {
  const byKey = new Map<string, OpenSession>();
  const byId = new Map<string, OpenSession>();
  const byProtocolSession = new Map<string, Set<OpenSession>>();
  // The session that was idle longest comes first.
  const idle = new Set<OpenSession>();
  const endedProtocolSessions = new Set<string>();

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
      const session: OpenSession = { id, key, users: new Set(), running: 0, isUsed: false, activeAt: now };
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
      session.isUsed = true;
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
      if (endedProtocolSessions.has(protocolSession)) return;
      session.users.add(protocolSession);
      const used = byProtocolSession.get(protocolSession);
      if (used === undefined) byProtocolSession.set(protocolSession, new Set([session]));
      else used.add(session);
    },
    leave: (protocolSession) => {
      endedProtocolSessions.add(protocolSession);
      if (endedProtocolSessions.size > MAX_ENDED_PROTOCOL_SESSIONS) {
        for (const oldest of endedProtocolSessions) {
          endedProtocolSessions.delete(oldest);
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
