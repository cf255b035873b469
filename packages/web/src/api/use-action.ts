import { type Ref, ref, type ShallowRef, shallowRef } from 'vue';
import { type ApiFailure, toFailure } from './api-failure.ts';

export interface Action<Args extends readonly unknown[], T> {
  /**
   * Runs the action. Returns `undefined` on failure, with the reason in `failure`. Does nothing while an earlier run is
   * in progress.
   */
  readonly run: (...args: Args) => Promise<T | undefined>;
  readonly isRunning: Readonly<Ref<boolean>>;
  readonly failure: Readonly<ShallowRef<ApiFailure | undefined>>;
  readonly forget: () => void;
}

/**
 * Runs an action behind a button: tracks whether it is running and why it failed.
 *
 * @example
 * const restart = useAction((name: string) => post(`/servers/${part(name)}/restart`));
 */
export function useAction<Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>): Action<Args, T> {
  const isRunning = ref(false);
  const failure = shallowRef<ApiFailure>();
  const run = async (...args: Args): Promise<T | undefined> => {
    if (isRunning.value) return undefined;
    isRunning.value = true;
    failure.value = undefined;
    try {
      return await work(...args);
    } catch (error) {
      failure.value = toFailure(error);
      return undefined;
    } finally {
      isRunning.value = false;
    }
  };
  return { run, isRunning, failure, forget: () => (failure.value = undefined) };
}
