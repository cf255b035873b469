import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible, visibleLine } from './visible.ts';

describe('visible', () => {
  it.each([
    ['plain text stays', 'Delete Note – “now” 数据 🗑', 'Delete Note – “now” 数据 🗑'],
    ['tabs and lines stay', 'a\tb\nc', 'a\tb\nc'],
    ['a carriage return cannot overwrite a line', 'safe\revil', 'safe⟨U+000D⟩evil'],
    ['an escape sequence is shown', '\u001b[31mred', '⟨U+001B⟩[31mred'],
    ['an override of the direction is shown', 'exe.\u202etxt', 'exe.⟨U+202E⟩txt'],
    ['isolates are shown', '\u2066a\u2069', '⟨U+2066⟩a⟨U+2069⟩'],
    ['what has no width is shown', 'a\u200bb\ufeff', 'a⟨U+200B⟩b⟨U+FEFF⟩'],
    ['tags are shown', 'a\u{e0041}b', 'a⟨U+E0041⟩b'],
    ['half a character is shown', 'a\ud800b', 'a⟨U+D800⟩b'],
    ['markup is text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('%s', (_, text, shown) => expect(visible(text)).toBe(shown));

  it('cuts what is too long, and says so', () => {
    expect([visible('abcdef', 6), visible('abcdefg', 6), visible('', 0), visible('abc', 1)]).toEqual([
      'abcdef',
      'abcde…',
      '',
      '…',
    ]);
  });

  it('leaves nothing hidden in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cf}\p{Cs}\u2028\u2029]|(?![\t\n])\p{Cc}/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('visibleLine', () => {
  it.each([
    ['a\r\n\tb\nc', 200, 'a b c'],
    ['x'.repeat(1_000_000), 5, 'xxxx…'],
    ['short', 5, 'short'],
  ])('%#', (text, most, line) => expect(visibleLine(text, most)).toBe(line));
});
