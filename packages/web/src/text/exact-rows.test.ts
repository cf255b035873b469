import type { TextMark } from '@toolmark/api-contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MemberRow, memberRows } from './exact-rows.ts';

const rowsOf = (text: string, marks: readonly TextMark[] = []): readonly MemberRow[] => [...memberRows(text, marks)];
const lineOf = ({ member, row: { indent, segments } }: MemberRow): string =>
  `${member}| ${'  '.repeat(indent)}${segments.map(({ text, kind }) => (kind === 'hidden' ? `<${text}>` : text)).join('')}`;

describe('memberRows', () => {
  it('separates the arguments from other members, and keeps every digit', () => {
    const text =
      '{"name":"delete","arguments":{"id":12345678901234567890,"of":[1,{}]},"_meta":{"acme/tenant":"x"},"task":1e400,"flags":[]}';
    expect(rowsOf(text).map(lineOf)).toEqual([
      'name| "delete"',
      'arguments| "id": 12345678901234567890,',
      'arguments| "of": [',
      'arguments|   1,',
      'arguments|   {}',
      'arguments| ]',
      '_meta| "acme/tenant": "x"',
      'task| 1e400',
      'flags| []',
    ]);
  });

  it('makes hidden characters in names and values visible', () => {
    expect(rowsOf('{"arguments":{"a\u200b":"x\u202ey\u00a0"}}').map(lineOf)).toEqual([
      'arguments| "a<U+200B>": "x<U+202E>y<U+00A0>"',
    ]);
  });

  it('applies marks, also across rows, and flags where each starts', () => {
    const text = '{"arguments":{"key":"BEGIN\\nabc\\nEND","b":1}}';
    const [start, end] = [text.indexOf('BEGIN'), text.indexOf('END') + 3];
    const marked = rowsOf(text, [{ start, end, kind: 'secret' }])
      .flatMap(({ row }) => row.segments)
      .filter(({ mark }) => mark === 'secret');
    expect(marked.map(({ text: shown, isFirst }) => [shown, isFirst])).toEqual([
      ['BEGIN\\n', true],
      ['abc\\n', false],
      ['END', false],
    ]);
  });

  it('handles overlapping marks', () => {
    const text = '{"arguments":{"a":"0123456789"}}';
    const at = text.indexOf('0');
    const marks: readonly TextMark[] = [
      { start: at, end: at + 6, kind: 'secret' },
      { start: at + 2, end: at + 8, kind: 'lookalike' },
    ];
    const shown = rowsOf(text, marks).flatMap(({ row }) => row.segments.map(({ text: each }) => each));
    expect(shown.join('')).toBe('"a": "0123456789"');
  });

  it('loses no character of any member', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.string())), (params) => {
        const text = JSON.stringify(params);
        const shown = rowsOf(text)
          .flatMap(({ row }) => row.segments)
          .filter(({ kind }) => kind === 'string' || kind === 'name')
          .map((segment) => segment.text)
          .join('');
        const written = Object.values(params)
          .flatMap((member) => Object.entries(member).flat())
          .map((each) => JSON.stringify(each));
        fc.pre(!/[^ -~]/.test(written.join('')));
        expect([...shown].sort()).toEqual([...written.join('')].sort());
      }),
    );
  });
});
