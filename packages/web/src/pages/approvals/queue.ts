import type { Approval } from '@toolmark/api-contract';

/**
 * One position in the queue. Positions are stable: nothing is inserted before an item, and finished items stay until
 * they are cleared.
 */
interface QueueItem {
  readonly approval: Approval;
  /**
   * `answered`: by this user here; shrinks to one line. `gone`: answered elsewhere, expired or cancelled; stays as it
   * was, greyed out.
   */
  readonly state: 'waiting' | 'answered' | 'gone';
  /** When it last moved on the screen. */
  readonly movedAt: number;
}

export type Queue = readonly QueueItem[];

/** How many finished items stay visible. */
export const MAX_OVER = 20;

/**
 * Merges the waiting approvals: known ones are updated in place, new ones are added last. Items that no longer wait
 * stay until their outcome is known.
 */
export function mergePending(queue: Queue, pending: readonly Approval[], now: number): Queue {
  const fresh = new Map(pending.map((approval) => [approval.id, approval]));
  const known = queue.map((item) => {
    const approval = fresh.get(item.approval.id);
    return approval === undefined || item.state !== 'waiting' ? item : { ...item, approval };
  });
  const ids = new Set(queue.map(({ approval }) => approval.id));
  const added = pending
    .filter(({ id }) => !ids.has(id))
    .map((approval): QueueItem => ({ approval, state: 'waiting', movedAt: now }));
  return [...known, ...added];
}

/** The ids of items that no longer wait. */
export function missingFrom(queue: Queue, pending: readonly Approval[]): readonly string[] {
  const ids = new Set(pending.map(({ id }) => id));
  return queue
    .filter(({ state, approval }) => state === 'waiting' && !ids.has(approval.id))
    .map(({ approval }) => approval.id);
}

/** Sets the outcome of an item. An item that is answered here shrinks, so everything after it moves. */
export function resolve(queue: Queue, approval: Approval, state: 'answered' | 'gone', now: number): Queue {
  const at = queue.findIndex((item) => item.approval.id === approval.id);
  const item = queue[at];
  if (item === undefined || item.state === 'answered') return queue;
  const changed = queue.with(at, { ...item, approval, state });
  const moved =
    state === 'answered' ? changed.map((one, index) => (index > at ? { ...one, movedAt: now } : one)) : changed;
  const over = moved.filter((one) => one.state !== 'waiting');
  return over.length <= MAX_OVER ? moved : leaveOut(moved, new Set(over.slice(0, over.length - MAX_OVER)), now);
}

/** Removes an item that the gateway does not know any more. */
export const removeItem = (queue: Queue, id: string, now: number): Queue =>
  leaveOut(queue, new Set(queue.filter(({ approval }) => approval.id === id)), now);

/** Removes all finished items. */
export const clear = (queue: Queue, now: number): Queue =>
  leaveOut(queue, new Set(queue.filter(({ state }) => state !== 'waiting')), now);

function leaveOut(queue: Queue, left: ReadonlySet<QueueItem>, now: number): Queue {
  const first = queue.findIndex((item) => left.has(item));
  if (first === -1) return queue;
  return queue
    .map((item, index) => (index > first && !left.has(item) ? { ...item, movedAt: now } : item))
    .filter((item) => !left.has(item));
}

/** The next or previous waiting item; the first one if `from` is not in the queue. */
export function neighbour(queue: Queue, from: string | undefined, step: 1 | -1): string | undefined {
  const at = queue.findIndex(({ approval }) => approval.id === from);
  const isWaiting = (item: QueueItem): boolean => item.state === 'waiting';
  if (at === -1) return queue.find(isWaiting)?.approval.id;
  return (step === 1 ? queue.slice(at + 1).find(isWaiting) : queue.slice(0, at).findLast(isWaiting))?.approval.id;
}

/** The item to focus after one was answered: the next, or else the last one before it. */
export const nextAfter = (queue: Queue, id: string): string | undefined =>
  neighbour(queue, id, 1) ?? neighbour(queue, id, -1);
