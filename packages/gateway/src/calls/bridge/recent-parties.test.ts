import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecentParties } from './turn-queue.ts';

describe('recent parties', () => {
  it('give the same answer as a list of all marks', () => {
    const mark = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat({ max: 9 }));
    fc.assert(
      fc.property(fc.array(mark), (marks) => {
        const recent = createRecentParties();
        for (const [party, until] of marks) recent.mark(party, until);
        for (const party of ['a', 'b', 'c', 'd', undefined]) {
          const others = marks.filter(([each]) => each !== party).map(([, until]) => until);
          expect(recent.othersUntil(party)).toBe(Math.max(0, ...others));
        }
        recent.clear();
        expect(recent.othersUntil('a')).toBe(0);
      }),
    );
  });
});
