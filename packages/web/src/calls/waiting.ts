import type { ApprovalList } from '@toolmark/api-contract';
import { type ComputedRef, computed, type InjectionKey, inject, provide } from 'vue';
import { useResource } from '../api/use-resource.ts';
import { toWaiting, type Waiting } from './to-waiting.ts';

const WAITING: InjectionKey<ComputedRef<Waiting>> = Symbol('waiting');
const NO_WAITING_CALLS: Waiting = new Map();

/** The rest are on the approvals page. */
const MAX = 50;

/**
 * Tells all child components which calls wait for approval: the call's own record shows its decision only when it ends.
 */
export function provideWaiting(): void {
  const pending = useResource<ApprovalList>(() => ['/approvals', { limit: MAX }], {
    on: ['approvals'],
  });
  provide(
    WAITING,
    computed(() => toWaiting(pending.data.value?.approvals ?? [])),
  );
}

/** The approval that a call waits for, if known. */
export function useQuestion(callId: () => string): ComputedRef<string | undefined> {
  const waiting = inject(WAITING, undefined);
  return computed(() => (waiting?.value ?? NO_WAITING_CALLS).get(callId()));
}
