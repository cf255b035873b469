import type { SessionEndReason } from '@toolmark/api-contract';
import type { Clock } from '@toolmark/base';
import type { MenuEntry, SessionEndEntry, SessionEntry } from '@toolmark/record';
import type { Caller } from '../model/caller.ts';
import { createIdentify, eraOf, givenName, type Identity, idOfConversation } from './identity.ts';
import { createOpenSessions, type OpenSession } from './open-sessions.ts';
import type { SentTokens, Sessions } from './sessions.ts';
import { createUnclaimedMenus } from './unclaimed-menus.ts';

export interface SessionsDeps {
  /** Remembers that a session began, ended, or was sent something; in this order. */
  readonly write: (entry: SessionEntry | SessionEndEntry | MenuEntry) => void;
  readonly clock: Clock;
  readonly newId: () => string;
  /** A session in which nothing happened for so long is over. */
  readonly idleMs: number;
}

/** Some hundred bytes each. More clients than any gateway has; beyond it, the one that was idle for longest is closed. */
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
  const unclaimed = createUnclaimedMenus(idleMs);
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

  /** One timer for all, set for the one that is due first; those used since are found to be not due when it runs. */
  const setTimer = (): void => {
    const stalest = open.stalest();
    if (stalest === undefined || stopTimer !== undefined) return;
    stopTimer = clock.after(stalest.activeAt + idleMs - clock.now(), () => {
      stopTimer = undefined;
      for (let due = open.stalest(); due !== undefined && isOver(due); due = open.stalest()) endStalest();
      setTimer();
    });
  };

  /** The session of this identity. A timer may be late, as after the machine slept: then it is closed here. */
  const current = (key: string): OpenSession | undefined => {
    const session = open.byKey(key);
    if (session === undefined || !isOver(session)) return session;
    end(session, 'idle', session.activeAt);
    return undefined;
  };
  /** A list that cannot be counted counts nothing. */
  const claim = (id: string, tokens: Promise<SentTokens>): void => {
    tokens.then(
      (counted) => write(menuOf(id, counted)),
      () => {},
    );
  };
  const begin = (identity: Identity, caller: Caller, at: number): OpenSession => {
    if (open.size() >= MOST_SESSIONS) endStalest();
    const { key, ...facts } = identity;
    const id = identity.conversation === null ? newId() : idOfConversation(identity);
    const session = open.add(id, key, at);
    write({ kind: 'session', id, at, ...facts, conversation: givenName(facts.conversation), era: eraOf(caller) });
    for (const tokens of unclaimed.take(key, at)) claim(id, tokens);
    return session;
  };

  return {
    of: (caller, params, at = clock.now()) => {
      const identity = identify(caller, params);
      const session = current(identity.key) ?? begin(identity, caller, at);
      open.use(session, caller.session);
      open.begin(session, at);
      return session.id;
    },
    find: (caller, params) => current(identify(caller, params).key)?.id,
    touch: (id, at = clock.now()) => {
      const session = open.byId(id);
      if (session === undefined) return;
      open.end(session, at);
      if (session.running > 0) return;
      if (session.users.size === 0) return end(session, 'left', session.activeAt);
      // Only those without a call under way make room, so there may be too many until one of them has none.
      if (open.size() > MOST_SESSIONS) endStalest();
      setTimer();
    },
    sent: (caller, params, tokens) => {
      const { key } = identify(caller, params);
      const session = current(key);
      if (session === undefined) unclaimed.add(key, tokens, clock.now());
      else claim(session.id, tokens);
    },
    left: (protocolSession) => {
      for (const session of open.leave(protocolSession)) {
        // What is still under way ends in a moment, and ends the session.
        if (session.users.size === 0 && session.running === 0) end(session, 'left', clock.now());
      }
    },
    close: (reason) => {
      stopTimer?.();
      stopTimer = undefined;
      unclaimed.clear();
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
