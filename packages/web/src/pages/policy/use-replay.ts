import type { PolicyReplay, PolicyReplayLine } from '@toolmark/api-contract';
import { onScopeDispose, type Ref, ref, type ShallowRef, shallowRef } from 'vue';
import { ApiFailure, toFailure } from '../../api/api-failure.ts';
import { postLines } from '../../api/post-lines.ts';

export interface RunningReplay {
  readonly isRunning: Readonly<Ref<boolean>>;
  readonly progress: Readonly<ShallowRef<{ readonly calls: number; readonly total: number } | undefined>>;
  readonly replay: Readonly<ShallowRef<PolicyReplay | undefined>>;
  readonly failure: Readonly<ShallowRef<ApiFailure | undefined>>;
  readonly run: (from: string, policy: unknown) => Promise<void>;
  /** Cancels the run; the outcome of an earlier run stays. */
  readonly cancel: () => void;
}

/** Tests a policy against recorded calls, one run at a time. */
export function useReplay(): RunningReplay {
  const isRunning = ref(false);
  const progress = shallowRef<RunningReplay['progress']['value']>();
  const replay = shallowRef<PolicyReplay>();
  const failure = shallowRef<ApiFailure>();
  let running: AbortController | undefined;

  const hear = (line: PolicyReplayLine): void => {
    if ('progress' in line) progress.value = line.progress;
    else if ('replay' in line) replay.value = line.replay;
    else throw new ApiFailure(line.error.code, line.error.message, line.error.problems);
  };
  const cancel = (): void => running?.abort();
  onScopeDispose(cancel);

  return {
    isRunning,
    progress,
    replay,
    failure,
    cancel,
    run: async (from, policy) => {
      cancel();
      const mine = new AbortController();
      running = mine;
      isRunning.value = true;
      progress.value = undefined;
      failure.value = undefined;
      try {
        for await (const line of postLines<PolicyReplayLine>('/policy/replay', { from, policy }, mine.signal))
          hear(line);
      } catch (error) {
        if (!mine.signal.aborted) failure.value = toFailure(error);
      }
      if (running === mine) isRunning.value = false;
    },
  };
}
