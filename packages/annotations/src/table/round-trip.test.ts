import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printJsonTable } from './json.ts';
import { printMarkdownTable } from './markdown.ts';
import { parseTable } from './parse.ts';
import { type Table, type TableRow, tableRows } from './table.ts';

function parsed(text: string): Table {
  const result = parseTable(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const oneRow = (row: Partial<TableRow>): Table => ({ groups: [{ rows: [{ name: 'a', ...row }] }] });
const headed = (text: string, level = 2): Table => ({ groups: [{ heading: { text, level }, rows: [{ name: 'a' }] }] });

describe('a printed table', () => {
  it.each<[string, Table]>([
    ...['Default', 'Unset', 'absent', 'Absent', '-', '–', '—', '`absent`', '`-`'].map((title): [string, Table] => [
      `the title ${title}`,
      oneRow({ title }),
    ]),
    ...[
      '<br>',
      '<BR />',
      '\\<br>',
      'a\nb',
      'a\r\nb',
      ' a ',
      '\t',
      '\u2028',
      '\u001b[31m',
      '&#32;',
      '\\&#32;',
      '\\\u2066',
      '\\\u200b',
    ].map((title): [string, Table] => [`the title ${JSON.stringify(title)}`, oneRow({ title })]),
    ...['a`b', '`a`', 'a|b', 'a\\|b', 'a\\', ' a', 'a b'].map((name): [string, Table] => [
      `the name ${name}`,
      oneRow({ name }),
    ]),
    ...['C#', 'C #', '#', '', ' a ', 'a \\#', 'a\\', 'a\nb', '`ReadOnly = true` | x'].map((text): [string, Table] => [
      `the heading ${JSON.stringify(text)}`,
      headed(text),
    ]),
    ...[
      'Title!',
      'Title',
      'title',
      'TOOL',
      'Tool Name',
      'Name',
      'name',
      'Read-Only',
      '`Title`',
      'éTitle',
      'éreadonly',
    ].map((key): [string, Table] => [`the column ${key}`, oneRow({ extra: { [key]: 'x' } })]),
    ...['Constructor', 'constructor', 'toString', 'annotations', 'extra', 'a|b', ''].map((key): [string, Table] => [
      `the column '${key}'`,
      oneRow({ extra: { [key]: 'x' } }),
    ]),
    ['a title and a column of that name', oneRow({ title: 'A', extra: { title: 'B', Title: 'C' } })],
    [
      'an extra of some rows',
      {
        groups: [{ rows: [{ name: 'a', extra: { Notes: 'x' } }, { name: 'b' }, { name: 'c', extra: { Since: '1' } }] }],
      },
    ],
    [
      'groups under no heading before, between and after others',
      {
        groups: [
          { rows: [{ name: 'a' }] },
          { rows: [{ name: 'b' }] },
          { heading: { text: 'ReadOnly = true', level: 3 }, rows: [{ name: 'c' }] },
          { rows: [{ name: 'd' }] },
          { rows: [{ name: 'e' }] },
          { heading: { text: 'ReadOnly = false', level: 1 }, rows: [] },
        ],
      },
    ],
  ])('%s', (_case, table) => {
    expect(parsed(printMarkdownTable(table))).toEqual(table);
    expect(parsed(printJsonTable(table))).toEqual(table);
    expect(tableRows(parsed(printMarkdownTable(table)))).toEqual(tableRows(table));
  });

  it('reads extras back as text in Markdown, and drops empty ones', () => {
    const table = oneRow({ extra: { list: [1, '|'], number: 2, none: null, empty: '' } });
    expect(parsed(printMarkdownTable(table))).toEqual(
      oneRow({ extra: { list: '[1,"|"]', number: '2', none: 'null' } }),
    );
    expect(parsed(printJsonTable(table))).toEqual(table);
  });

  it('is printed like this', () => {
    const table: Table = {
      groups: [
        {
          heading: { text: 'C#', level: 2 },
          rows: [
            { name: 'a', title: 'absent', readOnlyHint: null, extra: { Notes: '`x` | y' } },
            { name: 'a`b', title: null },
          ],
        },
        { rows: [{ name: 'c', extra: { Title: 'one\ntwo <br>' } }] },
      ],
    };
    expect(printMarkdownTable(table)).toBe(
      [
        '## C#',
        '',
        '| Tool | Title    | readOnlyHint | Notes |',
        '| ---- | -------- | ------------ | --- |',
        '| `a`  | `absent` | absent       | `x` \\| y |',
        '| a\\`b | absent   |              |  |',
        '',
        '---',
        '',
        '<!-- toolmark: no heading -->',
        '',
        '| Tool | &#84;itle |',
        '| ---- | --- |',
        '| `c`  | one<br>two \\<br> |',
        '',
      ].join('\n'),
    );
  });
});

describe('any table', () => {
  const WORDS = ['absent', 'Default', 'Unset', 'default', 'true', 'ReadOnly = true', 'Tool', 'Title', 'Notes', 'name'];
  const MARKS = [
    '|',
    '\\',
    '`',
    '```',
    '<br>',
    '<br/>',
    '<',
    '>',
    '&',
    '#',
    '&#32;',
    '-',
    '–',
    '—',
    '*',
    '_',
    '"',
    '!',
  ];
  const SPACES = [' ', '\n', '\r\n', '\r', '\t', '\u00a0', '\u2028', '\u0000'];
  const piece = fc.oneof(
    fc.constantFrom(...WORDS),
    fc.constantFrom(...MARKS),
    fc.constantFrom(...SPACES),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const someText = text.filter((value) => value !== '');
  const expected = fc.option(fc.constantFrom(true, false, null), { nil: undefined });
  // zod deliberately drops `__proto__` to prevent prototype pollution.
  const key = fc
    .oneof(fc.constantFrom('Notes', 'Since', 'Title!', 'Constructor'), text)
    .filter((name) => name !== '__proto__');
  // Node 24's V8 misreads keys after one that begins with a backslash (nodejs/node#63785).
  const unescapedKey = key.filter((name) => JSON.stringify(name) === `"${name}"`);

  const tableWith = (value: fc.Arbitrary<unknown>, keys = unescapedKey): fc.Arbitrary<Table> => {
    const row = fc
      .record({
        name: someText,
        title: fc.oneof(fc.constant(undefined), fc.constant(null), fc.constantFrom(...WORDS, ...MARKS), someText),
        readOnlyHint: expected,
        destructiveHint: expected,
        idempotentHint: expected,
        openWorldHint: expected,
        extra: fc.dictionary(keys, value, { maxKeys: 3, noNullPrototype: true }),
      })
      .map(({ name, extra, ...rest }): TableRow => {
        const stated = Object.fromEntries(Object.entries(rest).filter(([, of]) => of !== undefined));
        return { name, ...stated, ...(Object.keys(extra).length === 0 ? {} : { extra }) };
      });
    const heading = fc.option(fc.record({ text, level: fc.integer({ min: 1, max: 6 }) }), { nil: undefined });
    const sizes = fc.array(fc.record({ heading, size: fc.nat({ max: 3 }) }), { minLength: 1, maxLength: 4 });
    const rows = fc.uniqueArray(row, { maxLength: 8, selector: ({ name }) => name });
    return fc.tuple(sizes, rows).map(([groups, all]) => {
      const left = [...all];
      return {
        groups: groups.map(({ heading: of, size }) => ({
          ...(of === undefined ? {} : { heading: of }),
          rows: left.splice(0, size),
        })),
      };
    });
  };
  const runs = { numRuns: 500 };

  it('survives JSON with any extras', () => {
    const value = fc.oneof(text, fc.jsonValue());
    fc.assert(
      fc.property(tableWith(value), (table) => {
        // JSON has no -0.
        const same = JSON.parse(JSON.stringify(table)) as Table;
        expect(parsed(printJsonTable(same))).toEqual(same);
      }),
      runs,
    );
  });

  it('survives Markdown with text as extras', () => {
    fc.assert(
      fc.property(tableWith(someText, key), (table) => {
        expect(parsed(printMarkdownTable(table))).toEqual(table);
      }),
      runs,
    );
  });

  it('survives JSON, then Markdown, then JSON', () => {
    fc.assert(
      fc.property(tableWith(someText), (table) => {
        const json = printJsonTable(table);
        const markdown = printMarkdownTable(parsed(json));
        expect(JSON.parse(printJsonTable(parsed(markdown)))).toEqual(JSON.parse(json));
      }),
      runs,
    );
  });

  it('uses one line for each row, without control characters', () => {
    fc.assert(
      fc.property(tableWith(someText, key), (table) => {
        const printed = printMarkdownTable(table);
        expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        const rows = table.groups.flatMap(({ rows: of }) => of).length;
        expect(printed.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(
          rows + 2 * table.groups.length,
        );
      }),
      runs,
    );
  });
});
