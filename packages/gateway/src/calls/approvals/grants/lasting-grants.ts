import { err, ok, type Result } from '@toolmark/annotations';
import type { AskTerms, Grant } from '@toolmark/api-contract';
import type { Clock, Log, StateFile } from '@toolmark/base';
import type { Subject } from '../subject.ts';
import { fromStored, type GrantsFile, type StoredGrant, toStored } from './grants-file.ts';
import { holdsFor, type KeptGrant, replaces } from './kept-grant.ts';

/** Grants that hold until a person revokes them. */
export interface LastingGrants {
  /** Finds a grant for this call and counts a use of it. */
  readonly use: (subject: Subject, terms: AskTerms) => Grant | undefined;
  /** The grant holds at once, and is written afterwards. */
  readonly add: (grant: KeptGrant) => void;
  readonly list: () => readonly Grant[];
  /**
   * Returns whether there was such a grant, or an error if the revocation cannot be written. Then the grant no longer holds in this
   * process, but stays in the list to be revoked again, since it would hold after a restart.
   */
  readonly revoke: (id: string) => Promise<Result<boolean, string>>;
  readonly close: () => Promise<void>;
}

export interface LastingGrantsDeps {
  readonly file: StateFile<GrantsFile>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Uses are written in batches, to avoid a write for every call. */
const FLUSH_MS = 10_000;

interface Uses {
  readonly count: number;
  readonly last: string;
}

export function createLastingGrants({ file, clock, log }: LastingGrantsDeps): LastingGrants {
  /** Grants that are not in the file yet, or could not be written. */
  const unsaved = new Map<string, KeptGrant>();
  /** Revoked grants that are still in the file. */
  const revoked = new Set<string>();
  /** Uses since the last write. */
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
  const change = async (subject: string, to: (before: readonly StoredGrant[]) => readonly StoredGrant[]) => {
    const written = await file.update((before) => {
      const grants = withoutRevoked(to(before.grants));
      return grants === before.grants ? before : { ...before, grants };
    });
    if (!written.ok) log.error({}, `${subject} could not be written. ${written.error}`);
    return written;
  };
  const flush = async (): Promise<void> => {
    cancelFlush?.();
    cancelFlush = undefined;
    if (uses.size === 0 && revoked.size === 0) return;
    const [taken, gone] = [uses, [...revoked]];
    uses = new Map();
    const written = await change('The uses of grants, or their revocation,', (before) =>
      before.map((stored) => withUses(stored, taken.get(stored.id))),
    );
    if (written.ok) for (const id of gone) revoked.delete(id);
    else for (const [id, before] of taken) uses.set(id, sum(before, uses.get(id)));
    if (revoked.size > 0) flushLater();
  };
  const flushLater = (): void => {
    // Calls in progress during a shutdown still pass, but their uses are not written.
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
      void change(`The grant for '${kept.grant.tool}'`, write).then((written) => {
        if (written.ok) unsaved.delete(kept.grant.id);
      });
    },
    list: () => all().map(shown),
    revoke: async (id) => {
      if (!all().some(({ grant }) => grant.id === id)) return ok(false);
      revoked.add(id);
      unsaved.delete(id);
      const written = await change('The revocation of a grant', (before) => before);
      if (written.ok) revoked.delete(id);
      // A grant that is not in the file cannot return after a restart.
      if (written.ok || !isIn(file.get().grants, id)) return ok(true);
      flushLater();
      const message = 'It is revoked while this gateway runs, but would hold again after a restart:';
      return err(`${message} the revocation could not be written. ${written.error}`);
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

/** ISO timestamps sort like their texts. */
const later = (one: string, other: string): string => [one, other].toSorted()[1] ?? one;

function withUses(stored: StoredGrant, more: Uses | undefined): StoredGrant {
  if (more === undefined) return stored;
  const { count, last } = sum(more, { count: stored.uses, last: stored.last_used_at ?? more.last });
  return { ...stored, uses: count, last_used_at: last };
}
