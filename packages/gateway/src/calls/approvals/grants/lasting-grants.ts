import { err, ok, type Result } from '@toolmark/annotations';
import type { AskTerms, Grant } from '@toolmark/api-contract';
import type { Clock, Log, StateFile } from '@toolmark/base';
import type { Subject } from '../subject.ts';
import { fromStored, type GrantsFile, type StoredGrant, toStored } from './grants-file.ts';
import { holdsFor, type KeptGrant, replaces } from './kept-grant.ts';

/** Grants that hold until somebody revokes them. */
export interface LastingGrants {
  /** Counts as a use. */
  readonly use: (subject: Subject, terms: AskTerms) => Grant | undefined;
  /** Holds from now on; written right after. */
  readonly add: (grant: KeptGrant) => void;
  readonly list: () => readonly Grant[];
  /**
   * Whether there was one. A sentence where that cannot be written: it holds no more while this gateway runs, but is listed and can
   * be revoked again, since the next one would let calls through by it.
   */
  readonly revoke: (id: string) => Promise<Result<boolean, string>>;
  readonly close: () => Promise<void>;
}

export interface LastingGrantsDeps {
  readonly file: StateFile<GrantsFile>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Uses are written together: each of them would be a write for every call otherwise. */
const FLUSH_MS = 10_000;

interface Uses {
  readonly count: number;
  readonly last: string;
}

export function createLastingGrants({ file, clock, log }: LastingGrantsDeps): LastingGrants {
  /** Not in the file yet; for good, where it cannot be written. */
  const unsaved = new Map<string, KeptGrant>();
  /** Still in the file. */
  const revoked = new Set<string>();
  /** Since they were written last. */
  let uses = new Map<string, Uses>();
  let cancelFlush: (() => void) | undefined;
  let isClosed = false;

  const all = (): readonly KeptGrant[] => {
    const saved = file.get().grants.filter(({ id }) => !unsaved.has(id));
    return [...saved.map(fromStored), ...unsaved.values()];
  };
  const isIn = (grants: readonly StoredGrant[], id: string): boolean => grants.some((each) => each.id === id);
  const withoutRevoked = (grants: readonly StoredGrant[]): readonly StoredGrant[] =>
    grants.some(({ id }) => revoked.has(id)) ? grants.filter(({ id }) => !revoked.has(id)) : grants;
  const shown = ({ grant }: KeptGrant): Grant => {
    const more = uses.get(grant.id);
    return more === undefined ? grant : { ...grant, uses: grant.uses + more.count, last_used_at: more.last };
  };
  const change = async (what: string, to: (before: readonly StoredGrant[]) => readonly StoredGrant[]) => {
    const written = await file.update((before) => {
      const grants = withoutRevoked(to(before.grants));
      return grants === before.grants ? before : { ...before, grants };
    });
    if (!written.ok) log.error({}, `${what} could not be written. ${written.error}`);
    return written;
  };
  const flush = async (): Promise<void> => {
    cancelFlush?.();
    cancelFlush = undefined;
    if (uses.size === 0 && revoked.size === 0) return;
    const [taken, gone] = [uses, [...revoked]];
    uses = new Map();
    const written = await change('How often calls were let through, or what was revoked,', (before) =>
      before.map((stored) => withUses(stored, taken.get(stored.id))),
    );
    if (written.ok) for (const id of gone) revoked.delete(id);
    else for (const [id, before] of taken) uses.set(id, sum(before, uses.get(id)));
    if (revoked.size > 0) flushLater();
  };
  const flushLater = (): void => {
    // Calls that are under way when the gateway is stopped still pass, but nobody writes any more.
    if (!isClosed) cancelFlush ??= clock.after(FLUSH_MS, () => void flush());
  };

  return {
    use: (subject, terms) => {
      const found = all().find((kept) => !revoked.has(kept.grant.id) && holdsFor(kept, subject, terms));
      if (found === undefined) return undefined;
      if (isClosed) return shown(found);
      const { id } = found.grant;
      uses.set(id, sum({ count: 1, last: new Date(clock.now()).toISOString() }, uses.get(id)));
      flushLater();
      return shown(found);
    },
    add: (kept) => {
      const isSame = (each: KeptGrant): boolean => replaces(kept, each);
      for (const [id, each] of unsaved) if (isSame(each)) unsaved.delete(id);
      unsaved.set(kept.grant.id, kept);
      const write = (before: readonly StoredGrant[]): readonly StoredGrant[] =>
        revoked.has(kept.grant.id)
          ? before
          : [...before.filter((stored) => !isSame(fromStored(stored))), toStored(kept)];
      void change(`That '${kept.grant.tool}' may always be called`, write).then((written) => {
        if (written.ok) unsaved.delete(kept.grant.id);
      });
    },
    list: () => all().map(shown),
    revoke: async (id) => {
      if (!all().some(({ grant }) => grant.id === id)) return ok(false);
      revoked.add(id);
      unsaved.delete(id);
      const written = await change('A grant that was revoked', (before) => before);
      if (written.ok) revoked.delete(id);
      // What is in no file comes back from none.
      if (written.ok || !isIn(file.get().grants, id)) return ok(true);
      flushLater();
      const message = 'It holds no more while this gateway runs, but would again after a restart, since';
      return err(`${message} that it was revoked could not be written. ${written.error}`);
    },
    close: async () => {
      isClosed = true;
      await flush();
      await file.close();
    },
  };
}

const sum = (one: Uses, other: Uses | undefined): Uses =>
  other === undefined ? one : { count: one.count + other.count, last: later(one.last, other.last) };

/** Moments of one form sort like their texts. */
const later = (one: string, other: string): string => [one, other].toSorted()[1] ?? one;

function withUses(stored: StoredGrant, more: Uses | undefined): StoredGrant {
  if (more === undefined) return stored;
  const { count, last } = sum(more, { count: stored.uses, last: stored.last_used_at ?? more.last });
  return { ...stored, uses: count, last_used_at: last };
}
