import type { Grant } from '@toolmark/api-contract';
import type { Clock } from '../../upstream/clock.ts';
import type { Subject } from '../subject.ts';
import { holdsFor, type KeptGrant, replaces } from './kept-grant.ts';

/** Grants that end with their session. Only in memory, so that they end with the gateway as well. */
export interface SessionGrants {
  /** Counts as a use. */
  readonly use: (subject: Subject) => Grant | undefined;
  readonly add: (grant: KeptGrant, subject: Subject, protocolSession: string | undefined) => void;
  readonly list: () => readonly Grant[];
  readonly revoke: (id: string) => boolean;
  /** Whether there are any, so that nobody works out the session of a call for nothing. */
  readonly isEmpty: () => boolean;
  /** Something happened in the session. */
  readonly seen: (session: string) => void;
  readonly left: (protocolSession: string) => void;
}

interface Holder {
  readonly protocolSession: string | undefined;
  activeAt: number;
  grants: readonly KeptGrant[];
}

export function createSessionGrants(clock: Pick<Clock, 'now'>, idleMs: number): SessionGrants {
  const holders = new Map<string, Holder>();

  const isOver = ({ activeAt }: Holder): boolean => clock.now() - activeAt >= idleMs;
  const dropIdle = (): void => {
    for (const [session, holder] of holders) if (isOver(holder)) holders.delete(session);
  };
  const activeHolder = (session: string): Holder | undefined => {
    const holder = holders.get(session);
    if (holder === undefined) return undefined;
    if (isOver(holder)) {
      holders.delete(session);
      return undefined;
    }
    holder.activeAt = clock.now();
    return holder;
  };

  return {
    use: (subject) => {
      const holder = activeHolder(subject.session);
      const found = holder?.grants.find((grant) => holdsFor(grant, subject));
      if (holder === undefined || found === undefined) return undefined;
      const { grant } = found;
      const used = { ...grant, uses: grant.uses + 1, last_used_at: new Date(clock.now()).toISOString() };
      holder.grants = holder.grants.map((each) => (each === found ? { ...each, grant: used } : each));
      return used;
    },
    add: (grant, { session }, protocolSession) => {
      dropIdle();
      const before = activeHolder(session)?.grants ?? [];
      const grants = [...before.filter((each) => !replaces(grant, each)), grant];
      holders.set(session, { protocolSession, activeAt: clock.now(), grants });
    },
    list: () => {
      dropIdle();
      return [...holders.values()].flatMap(({ grants }) => grants.map(({ grant }) => grant));
    },
    revoke: (id) => {
      for (const [session, holder] of holders) {
        const grants = holder.grants.filter(({ grant }) => grant.id !== id);
        if (grants.length === holder.grants.length) continue;
        if (grants.length === 0) holders.delete(session);
        else holder.grants = grants;
        return true;
      }
      return false;
    },
    isEmpty: () => holders.size === 0,
    seen: (session) => void activeHolder(session),
    left: (protocolSession) => {
      for (const [session, holder] of holders) {
        if (holder.protocolSession === protocolSession) holders.delete(session);
      }
    },
  };
}
