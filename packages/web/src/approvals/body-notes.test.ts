import type { CallBody } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { bodyNotes, isEmptyBody } from './body-notes.ts';

const body = (facts: Partial<CallBody> = {}): CallBody => ({
  value: { a: 1 },
  bytes: 7,
  is_cut: false,
  redactions: 0,
  ...facts,
});

it.each<[Partial<CallBody>, readonly string[]]>([
  [{}, []],
  [{ redactions: 1 }, ['1 secret was left out of the record.']],
  [{ redactions: 2 }, ['2 secrets were left out of the record.']],
  [
    { is_cut: true, bytes: 1_572_864, redactions: 1 },
    ['Only the beginning of 1.5 MB was recorded.', '1 secret was left out of the record.'],
  ],
])('%j: %j', (facts, notes) => expect(bodyNotes(body(facts))).toEqual(notes));

it.each<[CallBody | null, boolean]>([
  [null, true],
  [body({ value: null }), true],
  [body({ value: {} }), true],
  [body(), false],
  [body({ value: [] }), true],
  [body({ value: '{"a":', is_cut: true }), false],
  [body({ value: 0 }), false],
])('isEmptyBody(%j) is %s', (given, isEmpty) => expect(isEmptyBody(given)).toBe(isEmpty));
