import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTraces } from './turn-queue.ts';

describe('traces', () => {
  it('say of everybody until when any other one matters, as if all had been written down', () => {
    const mark = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat({ max: 9 }));
    fc.assert(
      fc.property(fc.array(mark), (marks) => {
        const traces = createTraces();
        for (const [who, until] of marks) traces.mark(who, until);
        for (const who of ['a', 'b', 'c', 'd', undefined]) {
          const others = marks.filter(([each]) => each !== who).map(([, until]) => until);
          expect(traces.othersUntil(who)).toBe(Math.max(0, ...others));
        }
        traces.clear();
        expect(traces.othersUntil('a')).toBe(0);
      }),
    );
  });
});
