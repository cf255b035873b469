import { err, type Lock, ok, type Pin, type Result } from '@toolmark/annotations';
import type { Clock } from '@toolmark/base';
import { type ChangeProblem, conflict, unwritable } from './change-problem.ts';
import type { LockStore } from './lock-store.ts';

/** What tools were when they were first seen, tightened or accepted. At once in memory, soon after on disk. */
export interface Pins {
  readonly of: (server: string, tool: string) => Pin | undefined;
  /** Whether any tool of it was ever pinned. */
  readonly hasServer: (server: string) => boolean;
  /** It is seen for the first time. */
  readonly add: (server: string, tool: string, pin: Pin) => void;
  /** It is stricter than it was. */
  readonly tighten: (server: string, tool: string, pin: Pin) => void;
  /** A person wants them so, in place of the pins that there are now: all of them or none. Counts when it is on disk. */
  readonly accept: (pins: readonly PinnedTool[]) => Promise<Result<undefined, ChangeProblem>>;
  /** Somebody else has changed the file: what is still to be written can be tried again. */
  readonly retry: () => void;
  /** Resolves when everything is on disk, or could not be written. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A pin and whose it is. */
export interface PinnedTool {
  readonly server: string;
  readonly tool: string;
  readonly pin: Pin;
}

/** Tools come by the hundred; they are written together. */
const WRITE_AFTER_MS = 500;
const RETRY_AFTER_MS = 30_000;

/** A pin that is not on disk yet. */
interface Draft extends PinnedTool {
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
  /** All that there is of a tool, on disk and on its way there. */
  const allOf = (server: string, tool: string): readonly Pin[] => {
    const [written, drafted] = [stored(server, tool), drafts.get(keyOf(server, tool))];
    const under = drafted === undefined ? [] : [drafted.pin, ...drafted.inPlaceOf];
    return written === undefined ? under : [written, ...under];
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
    hasServer: (server) =>
      (store.get().servers.get(server)?.size ?? 0) > 0 || [...drafts.values()].some((draft) => draft.server === server),
    add: (server, tool, pin) => draft(server, tool, pin, []),
    tighten: (server, tool, pin) => draft(server, tool, pin, allOf(server, tool)),
    accept: async (accepted) => {
      const replacing = accepted.map((pinned): Draft => ({ ...pinned, inPlaceOf: allOf(pinned.server, pinned.tool) }));
      let taken: Draft | undefined;
      const outcome = await store.update((lock) => {
        taken = replacing.find((draft) => !mayReplace(draft, lock.servers.get(draft.server)?.get(draft.tool)));
        return taken === undefined ? withPins(lock, replacing) : lock;
      });
      if (!outcome.ok) return err(unwritable(outcome.error));
      if (taken !== undefined) {
        return err(conflict(`${taken.server}/${taken.tool} was pinned by somebody else just now. Look at it again.`));
      }
      for (const { server, tool } of accepted) drafts.delete(keyOf(server, tool));
      return ok(undefined);
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

/** When it was pinned says nothing about what it is. */
function isSamePin(one: Pin, other: Pin): boolean {
  return (
    one.hints === other.hints &&
    one.prose === other.prose &&
    one.class === other.class &&
    String(one.contradicted) === String(other.contradicted) &&
    one.accepted?.at === other.accepted?.at &&
    String(one.accepted?.covers) === String(other.accepted?.covers) &&
    one.reviewed?.at === other.reviewed?.at &&
    String(one.reviewed?.claims) === String(other.reviewed?.claims) &&
    one.isNew === other.isNew
  );
}

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
