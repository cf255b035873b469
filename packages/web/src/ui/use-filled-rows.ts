import { onScopeDispose, shallowRef, watch } from 'vue';
import { fillRows } from './fill-rows.ts';

export interface FilledRows {
  readonly has: (key: string) => boolean;
  /** Renders this row in full now. */
  readonly add: (key: string) => void;
}

/** How many complex rows fit into one frame. */
const PER_FRAME = 5;

/**
 * Which of the visible rows are rendered in full: a few more with every frame, or all of them if `isOn` returns false.
 */
export function useFilledRows(shown: () => Parameters<typeof fillRows>[1], isOn: () => boolean): FilledRows {
  const ready = shallowRef<ReadonlySet<string>>(new Set());
  let frame: number | undefined;
  const fill = (): void => {
    frame = undefined;
    const next = fillRows(ready.value, shown(), PER_FRAME);
    ready.value = next.ready;
    if (!next.isDone) frame = requestAnimationFrame(fill);
  };
  watch(
    shown,
    () => {
      if (isOn() && frame === undefined) fill();
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    if (frame !== undefined) cancelAnimationFrame(frame);
  });
  return {
    has: (key) => !isOn() || ready.value.has(key),
    add: (key) => {
      ready.value = new Set([...ready.value, key]);
    },
  };
}
