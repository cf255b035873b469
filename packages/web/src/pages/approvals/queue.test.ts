import type { Approval } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import {
  clear,
  MAX_OVER,
  mergePending,
  missingFrom,
  neighbour,
  nextAfter,
  type Queue,
  removeItem,
  resolve,
} from './queue.ts';

/** Only the fields that the queue uses. */
const approval = (id: string, facts: Partial<Approval> = {}): Approval =>
  ({ id, status: 'pending', is_waiting: true, ...facts }) as Approval;
const [A, B, C, D] = [approval('a'), approval('b'), approval('c'), approval('d')];

const of = (...approvals: readonly Approval[]): Queue => mergePending([], approvals, 0);
const short = (queue: Queue) => queue.map(({ approval, state, movedAt }) => [approval.id, state, movedAt]);
const denied = (id: string) => approval(id, { status: 'denied', is_waiting: false });

describe('waiting approvals', () => {
  it('keep their order, and new ones are added last', () => {
    const queue = mergePending(of(A, C), [B, A, D, C], 5);
    expect(short(queue)).toEqual([
      ['a', 'waiting', 0],
      ['c', 'waiting', 0],
      ['b', 'waiting', 5],
      ['d', 'waiting', 5],
    ]);
  });

  it('are updated in place', () => {
    const given = approval('a', { is_waiting: false });
    expect(mergePending(of(A, B), [given, B], 5)).toEqual([
      { approval: given, state: 'waiting', movedAt: 0 },
      { approval: B, state: 'waiting', movedAt: 0 },
    ]);
  });

  it('stay until their outcome is known', () => {
    const queue = mergePending(of(A, B), [B], 5);
    expect([short(queue).length, missingFrom(queue, [B])]).toEqual([2, ['a']]);
  });

  it('do not reopen once they are over, even if an older list contains them', () => {
    const queue = mergePending(resolve(of(A), denied('a'), 'answered', 1), [A], 5);
    expect(queue).toEqual([{ approval: denied('a'), state: 'answered', movedAt: 0 }]);
    expect(missingFrom(queue, [])).toEqual([]);
  });
});

describe('finished approvals', () => {
  it('move the following cards if they become smaller', () => {
    expect(short(resolve(of(A, B, C), denied('b'), 'answered', 7))).toEqual([
      ['a', 'waiting', 0],
      ['b', 'answered', 0],
      ['c', 'waiting', 7],
    ]);
  });

  it('move nothing if their size stays the same', () => {
    const queue = resolve(of(A, B, C), denied('b'), 'gone', 7);
    expect(short(queue)).toEqual([
      ['a', 'waiting', 0],
      ['b', 'gone', 0],
      ['c', 'waiting', 0],
    ]);
    expect(queue[1]?.approval.status).toBe('denied');
  });

  it('stay answered here, whatever later events say', () => {
    const queue = resolve(of(A, B), denied('a'), 'answered', 1);
    expect(resolve(queue, denied('a'), 'gone', 9)).toBe(queue);
    expect(resolve(queue, denied('x'), 'gone', 9)).toBe(queue);
  });

  it('are removed by Clear, and the following cards move', () => {
    const queue = resolve(of(A, B, C), denied('b'), 'gone', 1);
    expect(short(clear(queue, 9))).toEqual([
      ['a', 'waiting', 0],
      ['c', 'waiting', 9],
    ]);
    expect(clear(of(A), 9)).toEqual(of(A));
  });

  it('are removed alone if they are unknown to the gateway', () => {
    expect(short(removeItem(of(A, B), 'a', 9))).toEqual([['b', 'waiting', 9]]);
    expect(short(removeItem(of(A, B), 'x', 9))).toEqual(short(of(A, B)));
  });

  it('do not pile up', () => {
    const all = Array.from({ length: MAX_OVER + 3 }, (_, at) => approval(`${at}`));
    const queue = all.reduce((so, { id }) => resolve(so, denied(id), 'answered', 2), of(...all, A));
    expect(queue).toHaveLength(MAX_OVER + 1);
    expect([queue[0]?.approval.id, queue.at(-1)]).toEqual(['3', { approval: A, state: 'waiting', movedAt: 2 }]);
  });
});

describe('moving through the queue', () => {
  const queue = resolve(of(A, B, C, D), denied('b'), 'answered', 1);

  it.each([
    [undefined, 1, 'a'],
    [undefined, -1, 'a'],
    ['a', 1, 'c'],
    ['c', -1, 'a'],
    ['b', 1, 'c'],
    ['d', 1, undefined],
    ['a', -1, undefined],
    ['x', 1, 'a'],
  ] as const)('from %s by %i to %s', (from, step, to) => expect(neighbour(queue, from, step)).toBe(to));

  it.each([
    ['a', 'c'],
    ['d', 'c'],
  ])('after %s comes %s', (id, next) => expect(nextAfter(queue, id)).toBe(next));

  it('ends when nothing waits', () => expect(nextAfter(of(A), 'a')).toBeUndefined());
});
