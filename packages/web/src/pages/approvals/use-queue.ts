import type { Approval, ApprovalList } from '@toolmark/api-contract';
import { computed, type Ref, shallowRef, watch } from 'vue';
import { toFailure } from '../../api/api-failure.ts';
import { get, part } from '../../api/request.ts';
import { type Resource, useResource } from '../../api/use-resource.ts';
import { clear, mergePending, missingFrom, type Queue, removeItem, resolve } from './queue.ts';

/** Nobody reads more than this one by one. */
const MAX = 100;

export interface LiveQueue {
  readonly list: Resource<ApprovalList>;
  readonly queue: Readonly<Ref<Queue>>;
  readonly waiting: Readonly<Ref<number>>;
  readonly over: Readonly<Ref<number>>;
  /** Call this when an answer was given on this page. */
  readonly answered: (approval: Approval) => void;
  readonly clear: () => void;
}

/** The live queue of approvals, in which no card changes its position. */
export function useQueue(): LiveQueue {
  const queue = shallowRef<Queue>([]);
  const list = useResource<ApprovalList>(() => ['/approvals', { status: 'pending', limit: MAX }], {
    // A call that ends while it waits was cancelled by its client.
    on: ['approvals', 'tool_calls.completed'],
    isConcerned: ({ type, data }) =>
      type !== 'tool_calls.completed' || queue.value.some(({ approval }) => approval.call_id === data['id']),
  });

  const lookUp = async (id: string): Promise<void> => {
    try {
      const approval = await get<Approval>(`/approvals/${part(id)}`);
      if (approval.status !== 'pending') queue.value = resolve(queue.value, approval, 'gone', Date.now());
    } catch (error) {
      if (toFailure(error).code === 'not_found') queue.value = removeItem(queue.value, id, Date.now());
    }
  };
  watch(list.answeredAt, () => {
    const data = list.data.value;
    if (data === undefined) return;
    queue.value = mergePending(queue.value, data.approvals, Date.now());
    for (const id of missingFrom(queue.value, data.approvals)) void lookUp(id);
  });

  const waiting = computed(() => queue.value.filter(({ state }) => state === 'waiting').length);
  return {
    list,
    queue,
    waiting,
    over: computed(() => queue.value.length - waiting.value),
    answered: (approval) => {
      queue.value = resolve(queue.value, approval, 'answered', Date.now());
    },
    clear: () => {
      queue.value = clear(queue.value, Date.now());
    },
  };
}
