import { type Ref, ref, type ShallowRef, shallowRef } from 'vue';
import { type ApiFailure, toFailure } from './api-failure.ts';

export interface Action<Args extends readonly unknown[], T> {
  /** Does it; `undefined` where it failed, and `failure` says why. A second one while the first runs does nothing. */
  readonly run: (...args: Args) => Promise<T | undefined>;
  readonly isRunning: Readonly<Ref<boolean>>;
  readonly failure: Readonly<ShallowRef<ApiFailure | undefined>>;
  readonly forget: () => void;
}

/**
 * Something that a person does: a button that is busy while it happens, and says what went wrong.
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
