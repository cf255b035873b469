import type { ApprovalList } from '@toolmark/api-contract';
import { type ComputedRef, computed, type InjectionKey, inject, provide } from 'vue';
import { get } from '../api/request.ts';
import { useResource } from '../api/use-resource.ts';
import { toWaiting, type Waiting } from './to-waiting.ts';

const WAITING: InjectionKey<ComputedRef<Waiting>> = Symbol('waiting');
const NOBODY: Waiting = new Map();

/** More are on the page of approvals. */
const MOST = 50;

/**
 * Lets everything within the component know which calls wait for a person: a call is told what was decided about it only when it is
 * over.
 */
export function provideWaiting(): void {
  const pending = useResource((signal) => get<ApprovalList>('/approvals', { signal, query: { limit: MOST } }), {
    on: ['approvals'],
  });
  provide(
    WAITING,
    computed(() => toWaiting(pending.data.value?.approvals ?? [])),
  );
}

/** The question that a call waits for, where that is known. */
export function useQuestion(callId: () => string): ComputedRef<string | undefined> {
  const waiting = inject(WAITING, undefined);
  return computed(() => (waiting?.value ?? NOBODY).get(callId()));
}
