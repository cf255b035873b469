import type { ServerLogLine } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { filterLog, mergeLog } from './merge-log.ts';

const line = (seq: number, text = `line ${seq}`, level: ServerLogLine['level'] = 'info'): ServerLogLine => ({
  ...{ seq, text, level },
  at: '2026-11-16T08:00:00.000Z',
  source: 'stderr',
});
const numbers = (lines: readonly ServerLogLine[]): readonly number[] => lines.map(({ seq }) => seq);

describe('mergeLog', () => {
  it.each<[string, readonly number[], readonly number[], readonly number[]]>([
    ['the first lines', [], [1, 2], [1, 2]],
    ['new lines', [1, 2], [3], [1, 2, 3]],
    ['no lines', [1, 2], [], [1, 2]],
    ['the log of a new start', [7, 8], [1], [1]],
  ])('takes %s', (_what, known, news, result) =>
    expect(
      numbers(
        mergeLog(
          known.map((seq) => line(seq)),
          news.map((seq) => line(seq)),
        ),
      ),
    ).toEqual(result),
  );

  it('keeps the last thousand', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => line(index + 1));
    const merged = mergeLog(many, [line(1_001)]);
    expect([merged.length, merged[0]?.seq]).toEqual([1_000, 2]);
  });
});

describe('filterLog', () => {
  const lines = [
    line(1, 'GET /', 'debug'),
    line(2, 'Listening'),
    line(3, 'Low disk', 'warning'),
    line(4, 'No disk', 'error'),
  ];
  it.each([
    ['debug', '', [1, 2, 3, 4]],
    ['warning', '', [3, 4]],
    ['debug', 'DISK', [3, 4]],
    ['error', 'get', []],
  ] as const)('from %s with %j', (least, words, expected) =>
    expect(numbers(filterLog(lines, { least, words }))).toEqual(expected),
  );
});
