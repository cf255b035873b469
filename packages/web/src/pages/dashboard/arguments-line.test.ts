import type { CallBody } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { argumentsLine } from './arguments-line.ts';

const bodyOf = (value: unknown): CallBody => ({ value, bytes: 1, is_cut: false, redactions: 0 });

describe('argumentsLine', () => {
  it.each<[string, CallBody | null, string]>([
    ['nothing kept', null, 'no arguments'],
    ['none', bodyOf({}), 'no arguments'],
    [
      'several',
      bodyOf({ id: 42, why: 'old', deep: { a: [1] }, is: null }),
      'id: 42, why: old, deep: {"a":[1]}, is: null',
    ],
    [
      'a long value, so that the next is seen',
      bodyOf({ text: 'x'.repeat(100), id: 1 }),
      `text: ${'x'.repeat(59)}…, id: 1`,
    ],
    ['what was cut, which is text', bodyOf('{"id":42,"te'), '{"id":42,"te'],
    ['a list', bodyOf([1, 2]), '[1,2]'],
    ['what hides', bodyOf({ a: 'x\u202ey\nz' }), 'a: x⟨U+202E⟩y z'],
  ])('shows %s', (_what, body, line) => {
    expect(argumentsLine(body)).toBe(line);
  });

  it('is never longer than it may be', () => {
    expect(argumentsLine(bodyOf({ a: 'b'.repeat(50), c: 'd'.repeat(50) }), 20)).toBe(`a: ${'b'.repeat(16)}…`);
  });
});
