import type { AskTerms, Grant } from '@toolmark/api-contract';
import type { Clock } from '@toolmark/base';
import type { Subject } from '../subject.ts';
import { holdsFor, type KeptGrant, replaces } from './kept-grant.ts';

/** Grants that end with their session. Kept only in memory, so that they end with the gateway as well. */
export interface SessionGrants {
  /** Counts as a use. */
  readonly use: (subject: Subject, terms: AskTerms) => Grant | undefined;
  /** Adds a grant for an identified session; does nothing for any other. */
  readonly add: (grant: KeptGrant, subject: Subject, protocolSession: string | undefined) => void;
  readonly list: () => readonly Grant[];
  readonly revoke: (id: string) => boolean;
  /** Sessions with grants, by their bond. If it is empty, callers need not compute the bond of a call. */
  readonly holders: ReadonlyMap<string, unknown>;
  /** The session with this bond is active. */
  readonly keepAlive: (bond: string) => void;
  readonly endSession: (protocolSession: string) => void;
}

interface Holder {
  readonly protocolSession: string | undefined;
  activeAt: number;
  grants: readonly KeptGrant[];
}

export function createSessionGrants(clock: Pick<Clock, 'now'>, idleMs: number): SessionGrants {
  /** By the bond of their session. */
  const holders = new Map<string, Holder>();

  const isOver = ({ activeAt }: Holder): boolean => clock.now() - activeAt >= idleMs;
  const dropIdle = (): void => {
    for (const [bond, holder] of holders) if (isOver(holder)) holders.delete(bond);
  };
  const activeHolder = (bond: string): Holder | undefined => {
    const holder = holders.get(bond);
    if (holder === undefined) return undefined;
    if (isOver(holder)) {
      holders.delete(bond);
      return undefined;
    }
    holder.activeAt = clock.now();
    return holder;
  };

  return {
    use: (subject, terms) => {
      const { sessionBond: bond } = subject;
      const holder = bond === undefined ? undefined : activeHolder(bond);
      const found = holder?.grants.find((grant) => holdsFor(grant, subject, terms));
      if (holder === undefined || found === undefined) return undefined;
      const { grant } = found;
      const used = { ...grant, uses: grant.uses + 1, last_used_at: new Date(clock.now()).toISOString() };
      holder.grants = holder.grants.map((each) => (each === found ? { ...each, grant: used } : each));
      return used;
    },
    add: (grant, { sessionBond: bond }, protocolSession) => {
      dropIdle();
      if (bond === undefined) return;
      const before = activeHolder(bond)?.grants ?? [];
      const grants = [...before.filter((each) => !replaces(grant, each)), grant];
      holders.set(bond, { protocolSession, activeAt: clock.now(), grants });
    },
    list: () => {
      dropIdle();
      return [...holders.values()].flatMap(({ grants }) => grants.map(({ grant }) => grant));
    },
    revoke: (id) => {
      for (const [bond, holder] of holders) {
        const grants = holder.grants.filter(({ grant }) => grant.id !== id);
        if (grants.length === holder.grants.length) continue;
        if (grants.length === 0) holders.delete(bond);
        else holder.grants = grants;
        return true;
      }
      return false;
    },
    holders,
    keepAlive: (bond) => void activeHolder(bond),
    endSession: (protocolSession) => {
      for (const [bond, holder] of holders) {
        if (holder.protocolSession === protocolSession) holders.delete(bond);
      }
    },
  };
}
