import type { Approval } from '@toolmark/api-contract';

/** One place in the queue. It keeps it: nothing is ever put in before it, and what is over stays until it is cleared away. */
interface QueueItem {
  readonly approval: Approval;
  /** `answered`: here, by this person; one line is left of it. `gone`: answered elsewhere, expired or given up; it stays as it was, greyed. */
  readonly state: 'waiting' | 'answered' | 'gone';
  /** When it last came to another place on the screen. */
  readonly movedAt: number;
}

export type Queue = readonly QueueItem[];

/** Of what is over, this many stay in sight. */
export const MOST_OVER = 20;

/**
 * Takes in what waits now: those known are brought up to date where they are, new ones come last. Those that wait no more are
 * left as they are until it is known what became of them.
 */
export function takeIn(queue: Queue, pending: readonly Approval[], now: number): Queue {
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

/** Those that were thought to wait and do not any more. */
export function missingFrom(queue: Queue, pending: readonly Approval[]): readonly string[] {
  const ids = new Set(pending.map(({ id }) => id));
  return queue
    .filter(({ state, approval }) => state === 'waiting' && !ids.has(approval.id))
    .map(({ approval }) => approval.id);
}

/** What became of one. What is answered here takes less room, so that everything after it moves. */
export function resolve(queue: Queue, approval: Approval, state: 'answered' | 'gone', now: number): Queue {
  const at = queue.findIndex((item) => item.approval.id === approval.id);
  const item = queue[at];
  if (item === undefined || item.state === 'answered') return queue;
  const changed = queue.with(at, { ...item, approval, state });
  const moved =
    state === 'answered' ? changed.map((one, index) => (index > at ? { ...one, movedAt: now } : one)) : changed;
  const over = moved.filter((one) => one.state !== 'waiting');
  return over.length <= MOST_OVER ? moved : leaveOut(moved, new Set(over.slice(0, over.length - MOST_OVER)), now);
}

/** Removes one of which nothing more is known. */
export const forget = (queue: Queue, id: string, now: number): Queue =>
  leaveOut(queue, new Set(queue.filter(({ approval }) => approval.id === id)), now);

/** Removes everything that is over. */
export const clear = (queue: Queue, now: number): Queue =>
  leaveOut(queue, new Set(queue.filter(({ state }) => state !== 'waiting')), now);

function leaveOut(queue: Queue, left: ReadonlySet<QueueItem>, now: number): Queue {
  const first = queue.findIndex((item) => left.has(item));
  if (first === -1) return queue;
  return queue
    .map((item, index) => (index > first && !left.has(item) ? { ...item, movedAt: now } : item))
    .filter((item) => !left.has(item));
}

/** The one that comes after, or before, among those that wait; from nowhere it is the first. */
export function neighbour(queue: Queue, from: string | undefined, step: 1 | -1): string | undefined {
  const at = queue.findIndex(({ approval }) => approval.id === from);
  const isWaiting = (item: QueueItem): boolean => item.state === 'waiting';
  if (at === -1) return queue.find(isWaiting)?.approval.id;
  return (step === 1 ? queue.slice(at + 1).find(isWaiting) : queue.slice(0, at).findLast(isWaiting))?.approval.id;
}

/** Where to go on after one was answered: the next, or the last one before it. */
export const nextAfter = (queue: Queue, id: string): string | undefined =>
  neighbour(queue, id, 1) ?? neighbour(queue, id, -1);
