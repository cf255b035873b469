import { describe, expect, it } from 'vitest';
import { countLines, findKey, offsetOf, toRemark } from './config-text.ts';

describe('toRemark', () => {
  it.each([
    ['too big (line 3, column 13)', 'too big', { line: 3, column: 13 }],
    ['line 2, column 5: a comma should be here', 'a comma should be here', { line: 2, column: 5 }],
    ['must be set', 'must be set', undefined],
    [
      'is not valid JSON at line 2, column 3: a } is missing',
      'is not valid JSON at line 2, column 3: a } is missing',
      { line: 2, column: 3 },
    ],
  ])('%j', (message, words, place) => {
    expect(toRemark({ path: 'x', message })).toEqual({ path: 'x', message: words, ...(place && { place }) });
  });
});

describe('offsetOf', () => {
  const text = 'ab\n\ncdef';
  it.each([
    [1, 1, 0],
    [1, 2, 1],
    [1, 9, 2],
    [2, 1, 3],
    [3, 2, 5],
    [3, 99, 8],
    [9, 1, 4],
  ])('line %i, column %i is at %i', (line, column, expected) => {
    expect(offsetOf(text, { line, column })).toBe(expected);
  });
});

describe('findKey', () => {
  const text = '{\n  "days": 1,\n  "record": {\n    "retention": { "days": 3 }\n  }\n}';
  it.each([
    ['record.retention.days', { line: 4, column: 20 }],
    ['record', { line: 3, column: 3 }],
    ['record.redact', { line: 3, column: 3 }],
    ['policy', undefined],
  ])('%s', (path, expected) => {
    expect(findKey(text, path)).toEqual(expected);
  });
});

it.each([
  ['', 1],
  ['a\n', 2],
])('%j has %i lines', (text, expected) => {
  expect(countLines(text)).toBe(expected);
});
