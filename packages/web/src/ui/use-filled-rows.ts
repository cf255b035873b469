import { onScopeDispose, shallowRef, watch } from 'vue';
import { fillRows } from './fill-rows.ts';

export interface FilledRows {
  readonly has: (key: string) => boolean;
  /** Out of turn, because it is wanted now. */
  readonly add: (key: string) => void;
}

/** So many rows of many parts are made in a frame that still is one. */
const PER_FRAME = 5;

/** Which of the rows that are shown are shown in full: a few more with every frame. All of them where `isOn` says that it is not needed. */
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
