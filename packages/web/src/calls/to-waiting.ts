import type { Approval } from '@toolmark/api-contract';

/** Approval ids by the id of the call that waits for them. */
export type Waiting = ReadonlyMap<string, string>;

/**
 * @example
 * toWaiting([{ id: 'q', call_id: 'c', is_waiting: true }]).get('c') // 'q'
 */
export function toWaiting(approvals: readonly Pick<Approval, 'id' | 'call_id' | 'is_waiting'>[]): Waiting {
  return new Map(approvals.flatMap(({ id, call_id, is_waiting }) => (is_waiting ? [[call_id, id]] : [])));
}
