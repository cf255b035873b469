import { err, type Lock, ok, type Pin, type Result } from '@toolmark/annotations';
import type { Clock } from '@toolmark/base';
import { type ChangeProblem, conflict, unwritable } from './change-problem.ts';
import type { LockStore } from './lock-store.ts';

/** Pins of tools: their state when first seen, tightened or accepted. Effective in memory at once, and written soon after. */
export interface Pins {
  readonly of: (server: string, tool: string) => Pin | undefined;
  /** Whether any tool of the server was ever pinned. */
  readonly hasServer: (server: string) => boolean;
  /** Pins a tool that is seen for the first time. */
  readonly add: (server: string, tool: string, pin: Pin) => void;
  /** Replaces a pin by a stricter one. */
  readonly tighten: (server: string, tool: string, pin: Pin) => void;
  /** Replaces pins that a person accepted, all of them or none. Effective when it is on disk. */
  readonly accept: (pins: readonly PinnedTool[]) => Promise<Result<undefined, ChangeProblem>>;
  /** Retries pending writes: the file was changed from outside. */
  readonly retry: () => void;
  /** Resolves when everything is written, or writing has failed. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A pin with its tool. */
export interface PinnedTool {
  readonly server: string;
  readonly tool: string;
  readonly pin: Pin;
}

/** Delay to write pins in batches: a server offers its tools all at once. */
const WRITE_AFTER_MS = 500;
const RETRY_AFTER_MS = 30_000;

/** A pin that is not written yet. */
interface Draft extends PinnedTool {
  /** The pins that it replaces, written or not. A pin that another process wrote is not among them and stays. */
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
  /** All pins of a tool, written or not. */
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
      // Collect the drafts here, after earlier writes have ended.
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
        return err(conflict(`${taken.server}/${taken.tool} was pinned by another process just now. Review it again.`));
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

/** Whether a draft may replace this pin: the first process to pin a tool wins, and a draft made from another pin may be wrong. */
function mayReplace({ inPlaceOf }: Draft, pin: Pin | undefined): boolean {
  return pin === undefined || inPlaceOf.some((other) => isSamePin(pin, other));
}

/** Compares everything but the time. */
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

/** Applies all drafts to one copy of the lock: a copy for each of ten thousand tools would take minutes. */
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
