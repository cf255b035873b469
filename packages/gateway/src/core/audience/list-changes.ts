import type { Clock } from '@toolmark/base';
import type { OfferKind } from '@toolmark/upstream';
import { LIST_CHANGE_WINDOW_MS } from '../limits.ts';

/** Collects list changes for a short time, and announces each kind once. */
export interface ListChanges {
  readonly changed: (kinds: readonly OfferKind[]) => void;
  readonly close: () => void;
}

export function createListChanges(clock: Clock, announce: (kind: OfferKind) => void): ListChanges {
  const pending = new Set<OfferKind>();
  let cancel: (() => void) | undefined;
  return {
    changed: (kinds) => {
      for (const kind of kinds) pending.add(kind);
      if (pending.size === 0) return;
      cancel ??= clock.after(LIST_CHANGE_WINDOW_MS, () => {
        cancel = undefined;
        const kindsNow = [...pending];
        pending.clear();
        for (const kind of kindsNow) announce(kind);
      });
    },
    close: () => {
      cancel?.();
      cancel = undefined;
      pending.clear();
    },
  };
}
