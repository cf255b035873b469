import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSequence, seqAt, seqOf, timeOfSeq } from './sequence.ts';

describe('the key of a call', () => {
  it('increases even if the clock goes back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 3 }), { minLength: 1, maxLength: 2_000 }), (steps) => {
        const next = createSequence(() => 3);
        let now = 1_794_000_000_000;
        let last = 0;
        for (const step of steps) {
          now += step;
          const { seq } = next(now);
          expect(seq).toBeGreaterThan(last);
          last = seq;
        }
      }),
    );
  });

  it('differs between slots', () => {
    const seqs = Array.from({ length: 8 }, (_, slot) => {
      const next = createSequence(() => slot);
      return Array.from({ length: 256 }, () => next(7).seq);
    }).flat();
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(new Set(seqs.map(timeOfSeq))).toEqual(new Set([7]));
  });

  it('continues in the next millisecond when one is full', () => {
    const next = createSequence(() => 0);
    const times = Array.from({ length: 257 }, () => timeOfSeq(next(7).seq));
    expect(times.at(-2)).toBe(7);
    expect(times.at(-1)).toBe(8);
  });

  it('is part of its id, a UUID version 7', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.nat(7), (now, slot) => {
        const { seq, id } = createSequence(() => slot)(now);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(seqOf(id)).toBe(seq);
        expect(Number.isSafeInteger(seq)).toBe(true);
      }),
    );
  });

  it.each([
    '',
    'x',
    '019a0000-0000-4000-8000-000000000000',
    '019a0000-0000-7fff-8000-000000000000',
    '019A0000-0000-7000-8000-000000000000',
  ])('is missing in %j', (id) => expect(seqOf(id)).toBeUndefined());

  it('of a time is the smallest key a call then can have', () => {
    const next = createSequence(() => 0);
    expect(next(7).seq).toBe(seqAt(7));
    expect(seqAt(6.5)).toBe(seqAt(7));
  });
});
