import { err, type Lock, ok, type Pin, type Result } from '@toolmark/annotations';
import type { Clock } from '../upstream/clock.ts';
import type { LockStore } from './lock-store.ts';

/** What tools were when they were first seen, tightened or accepted. At once in memory, soon after on disk. */
export interface Pins {
  readonly of: (server: string, tool: string) => Pin | undefined;
  /** It is seen for the first time. */
  readonly add: (server: string, tool: string, pin: Pin) => void;
  /** It is stricter than it was. */
  readonly tighten: (server: string, tool: string, pin: Pin) => void;
  /** A person wants it so: counts when it is on disk, and a sentence says why it is not. */
  readonly accept: (server: string, tool: string, pin: Pin) => Promise<Result<undefined, string>>;
  /** Somebody else has changed the file: what is still to be written can be tried again. */
  readonly retry: () => void;
  /** Resolves when everything is on disk, or could not be written. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Tools come by the hundred; they are written together. */
const WRITE_AFTER_MS = 500;
const RETRY_AFTER_MS = 30_000;

/** A pin that is not on disk yet. */
interface Draft {
  readonly server: string;
  readonly tool: string;
  readonly pin: Pin;
  /** The pins it takes the place of, those on their way to the disk among them; one that somebody else wrote is left alone. */
  readonly inPlaceOf: readonly Pin[];
}

export function createPins(store: LockStore, clock: Clock): Pins {
  const drafts = new Map<string, Draft>();
  let cancel: (() => void) | undefined;

  const stored = (server: string, tool: string): Pin | undefined => store.get().servers.get(server)?.get(tool);
  const of = (server: string, tool: string): Pin | undefined => {
    const pin = stored(server, tool);
    const draft = drafts.size === 0 ? undefined : drafts.get(keyOf(server, tool));
    return draft !== undefined && mayReplace(draft, pin) ? draft.pin : pin;
  };
  const later = (ms: number): void => {
    cancel ??= clock.after(ms, () => {
      cancel = undefined;
      void write();
    });
  };
  const write = async (): Promise<void> => {
    if (drafts.size === 0) return;
    let written: readonly Draft[] = [];
    const outcome = await store.update((lock) => {
      // Only now: an earlier write may have been under way.
      written = [...drafts.values()];
      return withPins(lock, written);
    });
    if (!outcome.ok) return later(RETRY_AFTER_MS);
    for (const { server, tool, pin } of written) {
      const key = keyOf(server, tool);
      if (drafts.get(key)?.pin === pin) drafts.delete(key);
    }
  };
  const draft = (server: string, tool: string, pin: Pin, inPlaceOf: readonly Pin[]): void => {
    drafts.set(keyOf(server, tool), { server, tool, pin, inPlaceOf });
    later(WRITE_AFTER_MS);
  };
  const flush = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    await write();
    await store.settled();
  };

  return {
    of,
    add: (server, tool, pin) => draft(server, tool, pin, []),
    tighten: (server, tool, pin) => {
      const [written, drafted] = [stored(server, tool), drafts.get(keyOf(server, tool))];
      const under = drafted === undefined ? [] : [drafted.pin, ...drafted.inPlaceOf];
      draft(server, tool, pin, written === undefined ? under : [written, ...under]);
    },
    accept: async (server, tool, pin) => {
      const outcome = await store.update((lock) => {
        const other = lock.servers.get(server)?.get(tool);
        const isNewer = (other?.accepted?.at ?? '') > (pin.accepted?.at ?? '');
        return isNewer ? lock : withPins(lock, [{ server, tool, pin, inPlaceOf: other === undefined ? [] : [other] }]);
      });
      if (!outcome.ok) return outcome;
      drafts.delete(keyOf(server, tool));
      const now = stored(server, tool);
      if (now !== undefined && isSamePin(now, pin)) return ok(undefined);
      return err(`Somebody else has just accepted ${server}/${tool} in another form. Look at it again.`);
    },
    retry: () => {
      if (drafts.size === 0) return;
      cancel?.();
      cancel = undefined;
      later(0);
    },
    flush,
    close: async () => {
      await flush();
      cancel?.();
      await store.close();
    },
  };
}

const keyOf = (server: string, tool: string): string => JSON.stringify([server, tool]);

/** The first to pin a tool has pinned it; and who took it for another one may have been wrong. */
function mayReplace({ inPlaceOf }: Draft, pin: Pin | undefined): boolean {
  return pin === undefined || inPlaceOf.some((other) => isSamePin(pin, other));
}

const isSamePin = (one: Pin, other: Pin): boolean =>
  one.hints === other.hints && one.prose === other.prose && one.accepted?.at === other.accepted?.at;

/** All of them at once: a copy of ten thousand for each of ten thousand would take minutes. */
function withPins(lock: Lock, drafts: readonly Draft[]): Lock {
  const changed = new Map<string, Map<string, Pin>>();
  for (const draft of drafts) {
    const { server, tool, pin } = draft;
    const before = changed.get(server) ?? lock.servers.get(server);
    if (!mayReplace(draft, before?.get(tool))) continue;
    const pins = changed.get(server) ?? new Map(before);
    changed.set(server, pins.set(tool, pin));
  }
  return changed.size === 0 ? lock : { servers: new Map([...lock.servers, ...changed]) };
}
