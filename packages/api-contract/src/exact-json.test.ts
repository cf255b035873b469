import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHidden, layoutJson, rowText } from './exact-json.ts';

const rowsOf = (text: string): readonly string[] => [...layoutJson(text)].map((row) => rowText(text, row));

describe('laying out exact JSON text', () => {
  it.each([
    [
      'members',
      '{"id":1,"a":{"b":[true,null]}}',
      '{\n  "id": 1,\n  "a": {\n    "b": [\n      true,\n      null\n    ]\n  }\n}',
    ],
    ['empty containers', '{"a":{},"b":[]}', '{\n  "a": {},\n  "b": []\n}'],
    ['whitespace in the source', '{ "a" : [ ] ,\n"b":1}', '{\n  "a": [],\n  "b": 1\n}'],
    [
      'exact digits',
      '[12345678901234567890,1e400,-0.10,1.0]',
      '[\n  12345678901234567890,\n  1e400,\n  -0.10,\n  1.0\n]',
    ],
    ['a string of several lines', '{"t":"a\\nb\\n"}', '{\n  "t": "a\\n\n    b\\n"\n}'],
    ['a backslash before an n', '{"t":"C:\\\\new"}', '{\n  "t": "C:\\\\new"\n}'],
    [
      'hidden characters',
      '{"a\u200b":"x\u202ey\u00a0z\u{e0041}"}',
      '{\n  "a\\u200b": "x\\u202ey\\u00a0z\\udb40\\udc41"\n}',
    ],
    ['a single value', '"x"', '"x"'],
    ['a text cut inside a string', '{"a":"bc', '{\n  "a": "bc'],
    ['a text cut after a bracket', '{"a":[', '{\n  "a": ['],
    ['nothing', '', ''],
  ])('%s', (_, text, shown) => expect(rowsOf(text).join('\n')).toBe(shown));

  it('equals indented JSON.stringify if no row is too long', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), (value) => {
        fc.pre(!/\\n|[^ -~]/.test(JSON.stringify(value)));
        expect(rowsOf(JSON.stringify(value)).join('\n')).toBe(JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it('shows every character of any text once and in order, with the same meaning', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value);
        const pieces = [...layoutJson(text)].flatMap(({ pieces: each }) => each);
        expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        expect(JSON.parse(escapeHidden(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('continues a string that is too long in the next row, without splitting characters', () => {
    const text = JSON.stringify({ t: `${'x'.repeat(1_990)}${'\ud83d\ude00'.repeat(2_000)}${'\u0001'.repeat(2_000)}` });
    const rows = [...layoutJson(text)];
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) {
      expect(rowText(text, row).isWellFormed()).toBe(true);
      expect(rowText(text, row).length).toBeLessThan(2_020);
      expect(rowText(text, row)).not.toMatch(/\\u[0-9a-f]{0,3}$/);
    }
    expect(rows.slice(2, -2).every(({ isContinued }) => isContinued)).toBe(true);
  });

  it('handles any depth', () => {
    const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(rowsOf(text)).toHaveLength(39_999);
  });

  it('leaves no hidden character in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(escapeHidden(text)).not.toMatch(/[\p{Cf}\p{Cs}\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
