import type { EventBatch } from './store/store.ts';

/** Listeners for stored events. */
export interface Listeners {
  readonly add: (listener: (batch: EventBatch) => void) => () => void;
  readonly tell: (batch: EventBatch) => void;
}

/** @param listen called with whether there is any listener */
export function createListeners(listen: (isOn: boolean) => void): Listeners {
  const listeners = new Set<(batch: EventBatch) => void>();
  return {
    add: (listener) => {
      if (listeners.size === 0) listen(true);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) listen(false);
      };
    },
    tell: (batch) => {
      for (const listener of [...listeners]) listener(batch);
    },
  };
}
