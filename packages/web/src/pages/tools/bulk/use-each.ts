import type { Tool } from '@toolmark/api-contract';
import { type ComputedRef, computed, onScopeDispose, type Ref, ref, type ShallowRef, shallowRef } from 'vue';
import { toolKey } from '../../../tools/tool-address.ts';
import { type Outcome, runEach } from './run-each.ts';

/** Leave the gateway room for other requests. */
const AT_ONCE = 4;

export interface Each<T> {
  /** Outcomes by key, as they become known. */
  readonly outcomes: Readonly<ShallowRef<ReadonlyMap<string, Outcome<T>>>>;
  readonly isRunning: Readonly<Ref<boolean>>;
  /** The total, and how many are done or failed. */
  readonly count: Readonly<Ref<number>>;
  readonly done: ComputedRef<number>;
  readonly failed: ComputedRef<number>;
  readonly run: (tools: readonly Tool[], work: (tool: Tool, signal: AbortSignal) => Promise<T>) => Promise<void>;
  /** Aborts and clears all outcomes. */
  readonly reset: () => void;
  readonly stop: () => void;
}

/** Runs the same work for many tools with progress. Aborts when the component unmounts. */
export function useEach<T>(): Each<T> {
  const outcomes = shallowRef<ReadonlyMap<string, Outcome<T>>>(new Map());
  const isRunning = ref(false);
  const count = ref(0);
  let running: AbortController | undefined;

  const stop = (): void => {
    running?.abort();
    running = undefined;
    isRunning.value = false;
  };
  const reset = (): void => {
    stop();
    outcomes.value = new Map();
    count.value = 0;
  };
  const run: Each<T>['run'] = async (tools, work) => {
    reset();
    const mine = new AbortController();
    running = mine;
    isRunning.value = true;
    count.value = tools.length;
    await runEach(tools, (tool) => work(tool, mine.signal), {
      atOnce: AT_ONCE,
      signal: mine.signal,
      tell: (tool, outcome) => {
        outcomes.value = new Map(outcomes.value).set(toolKey(tool), outcome);
      },
    });
    if (running === mine) stop();
  };
  onScopeDispose(stop);
  const countOf = (kind: Outcome<T>['kind']): number =>
    [...outcomes.value.values()].filter((one) => one.kind === kind).length;
  return {
    outcomes,
    isRunning,
    count,
    done: computed(() => countOf('done')),
    failed: computed(() => countOf('failed')),
    run,
    reset,
    stop,
  };
}
