import { painter, widest } from '@toolmark/audit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Screen } from '../gateway-client-command.ts';
import { breakLine, renderJson, renderLongText } from './long-text.ts';
import { ambiguousId, shortIds } from './short-ids.ts';
import { type Column, renderTable } from './table.ts';

const screen = (columns: number): Screen => ({
  columns,
  color: false,
  paint: painter({ columns, color: false }),
  now: new Date(0),
});

interface Row {
  readonly name: string;
  readonly count: number;
  readonly note: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'NAME', cell: ({ name }) => name, give: 'shrink', least: 6 },
  { head: 'N', cell: ({ count }) => String(count), align: 'right' },
  { head: 'NOTE', cell: ({ note }) => note, give: 'drop', least: 5 },
];

const ROWS: readonly Row[] = [
  { name: 'a long name', count: 7, note: 'first' },
  { name: '你好', count: 1234, note: 'the second one' },
];

describe('a table', () => {
  it.each([
    [
      60,
      [
        '  NAME            N  NOTE',
        '  a long name     7  first',
        '    below',
        '  你好         1234  the second one',
        '    below',
      ],
    ],
    [
      28,
      [
        '  NAME            N  NOTE',
        '  a long name     7  first',
        '    below',
        '  你好         1234  the se…',
        '    below',
      ],
    ],
    [14, ['  NAME       N', '  a lon…     7', '    below', '  你好    1234', '    below']],
  ])('fits into %i columns: cuts notes, drops them, then cuts names', (columns, lines) => {
    expect(renderTable(ROWS, COLUMNS, screen(columns), () => ['below'])).toEqual(lines);
  });
});

describe('short ids', () => {
  it('are unique and never end in a dash', () => {
    const ids = ['019a8f3c-1d2e-7001-8abc-0', '019a8f3c-1d2f-7000-8abc-0', 'b1f0c2d4-0000-7000-8abc-0'];
    expect([...shortIds(ids, 8).values()]).toEqual(['019a8f3c-1d2e', '019a8f3c-1d2f', 'b1f0c2d4-0000']);
    expect([...shortIds(ids.slice(1), 8).values()]).toEqual(['019a8f3c', 'b1f0c2d4']);
    expect([...shortIds(['019a8f3c-x'], 9).values()]).toEqual(['019a8f3c']);
  });

  it('are unique prefixes of any ids', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 30 }), (ids) => {
        const short = shortIds(ids, 8);
        expect(new Set(short.values()).size).toBe(ids.length);
        for (const id of ids) expect(id.startsWith(short.get(id) ?? '?')).toBe(true);
      }),
    );
  });

  it('lists the matches of an ambiguous prefix', () => {
    expect(ambiguousId('a', ['a1', 'a2'])).toBe("Several ids start with 'a': a1, a2. Give more of the id.");
    const many = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'];
    expect(ambiguousId('a', many)).toContain('a5 and 2 more.');
    // If not all ids were read, the number of matches is unknown.
    expect(ambiguousId('a', many, false)).toContain('a5 and more.');
  });
});

describe('long text', () => {
  it('wraps to the width with indentation, and escapes terminal sequences', () => {
    expect(renderLongText('one\r\n  two words here\n\u001b[2Jend\n', 10)).toEqual([
      'one',
      '  two',
      '  words',
      '  here',
      '�[2Jend',
    ]);
    expect(renderJson({ a: ['你好你好你好'] }, 12)).toEqual([
      '{',
      '  "a": [',
      '    "你好你',
      '    好你好"',
      '  ]',
      '}',
    ]);
  });

  it.each([
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['one abcdefghij', 4, ['one', 'abcd', 'efgh', 'ij']],
    ['abcdefgh two', 4, ['abcd', 'efgh', 'two']],
    ['  abcdef', 4, ['  ab', '  cd', '  ef']],
  ])('breaks %j inside a word if necessary', (line, width, lines) => {
    expect(breakLine(line, width)).toEqual(lines);
  });

  it('is cut after a limit, and says so', () => {
    const lines = renderLongText('line\n'.repeat(1_000), 80);
    expect([lines.length, lines.at(-1)]).toEqual([61, '… (all of it with --json)']);
    expect(renderLongText('x'.repeat(1_000_000), 80).at(-1)).toBe('… (all of it with --json)');
  });

  it('never exceeds the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 26, max: 60 }), (text, width) => {
        expect(widest(renderLongText(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});
