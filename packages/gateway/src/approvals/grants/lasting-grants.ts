import type { Grant } from '@toolmark/api-contract';
import type { Log } from '../../log.ts';
import type { StateFile } from '../../state/state-file.ts';
import type { Clock } from '../../upstream/clock.ts';
import type { Subject } from '../subject.ts';
import { type GrantsFile, holdsFor, type KeptGrant, replaces, type StoredGrant } from './kept-grant.ts';

/** Grants that hold until somebody revokes them. */
export interface LastingGrants {
  /** Counts as a use. */
  readonly use: (subject: Subject) => Grant | undefined;
  /** Holds from now on; written right after. */
  readonly add: (grant: KeptGrant) => void;
  readonly list: () => readonly Grant[];
  /** Whether there was one. It holds no more even where that cannot be written. */
  readonly revoke: (id: string) => Promise<boolean>;
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
    const saved = file.get().grants.filter(({ id }) => !revoked.has(id) && !unsaved.has(id));
    return [...saved.map(fromStored), ...unsaved.values()];
  };
  const shown = ({ grant }: KeptGrant): Grant => {
    const more = uses.get(grant.id);
    return more === undefined ? grant : { ...grant, uses: grant.uses + more.count, last_used_at: more.last };
  };
  const change = async (what: string, to: (before: readonly StoredGrant[]) => readonly StoredGrant[]) => {
    const written = await file.update((before) => {
      const grants = to(before.grants);
      return grants === before.grants ? before : { ...before, grants };
    });
    if (!written.ok) log.error({}, `${what} could not be written. ${written.error}`);
    return written.ok;
  };
  const flush = async (): Promise<void> => {
    cancelFlush?.();
    cancelFlush = undefined;
    if (uses.size === 0) return;
    const taken = uses;
    uses = new Map();
    const isWritten = await change('How often calls were let through', (before) =>
      before.map((stored) => withUses(stored, taken.get(stored.id))),
    );
    if (!isWritten) for (const [id, before] of taken) uses.set(id, sum(before, uses.get(id)));
  };

  return {
    use: (subject) => {
      const found = all().find((kept) => kept.grant.principal === subject.principal && holdsFor(kept, subject));
      if (found === undefined) return undefined;
      // Calls that are under way when the gateway is stopped still pass, but nobody writes any more.
      if (isClosed) return shown(found);
      const { id } = found.grant;
      uses.set(id, sum({ count: 1, last: new Date(clock.now()).toISOString() }, uses.get(id)));
      cancelFlush ??= clock.after(FLUSH_MS, () => void flush());
      return shown(found);
    },
    add: (kept) => {
      const isSame = (each: KeptGrant): boolean =>
        each.grant.principal === kept.grant.principal && replaces(kept, each);
      for (const [id, each] of unsaved) if (isSame(each)) unsaved.delete(id);
      unsaved.set(kept.grant.id, kept);
      const write = (before: readonly StoredGrant[]): readonly StoredGrant[] =>
        revoked.has(kept.grant.id)
          ? before
          : [...before.filter((stored) => !isSame(fromStored(stored))), toStored(kept)];
      void change(`That '${kept.grant.tool}' may always be called`, write).then((isWritten) => {
        if (isWritten) unsaved.delete(kept.grant.id);
      });
    },
    list: () => all().map(shown),
    revoke: async (id) => {
      if (!all().some(({ grant }) => grant.id === id)) return false;
      revoked.add(id);
      unsaved.delete(id);
      const isWritten = await change('A grant that was revoked', (before) => before.filter((each) => each.id !== id));
      if (isWritten) revoked.delete(id);
      return true;
    },
    close: async () => {
      isClosed = true;
      await flush();
      await file.close();
    },
  };
}

function fromStored({ hints, digest, ...stored }: StoredGrant): KeptGrant {
  return { grant: { ...stored, lasts: 'always', session_id: null }, hints, digest };
}

function toStored({ grant, hints, digest }: KeptGrant): StoredGrant {
  const { lasts: _lasts, session_id: _session, ...stored } = grant;
  return { ...stored, hints, digest };
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
