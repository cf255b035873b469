import type { ApprovalList } from '@toolmark/api-contract';
import { type ComputedRef, computed, type InjectionKey, inject, provide } from 'vue';
import { get } from '../api/request.ts';
import { useResource } from '../api/use-resource.ts';

/** Questions by the call that waits for the answer. */
type Waiting = ReadonlyMap<string, string>;

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

/**
 * @example
 * toWaiting([{ id: 'q', call_id: 'c', is_waiting: true }]).get('c') // 'q'
 */
export function toWaiting(
  approvals: readonly Pick<ApprovalList['approvals'][number], 'id' | 'call_id' | 'is_waiting'>[],
): Waiting {
  return new Map(approvals.flatMap(({ id, call_id, is_waiting }) => (is_waiting ? [[call_id, id]] : [])));
}
