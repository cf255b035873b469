import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible, visibleLine } from './visible.ts';

describe('visible', () => {
  it.each([
    ['keeps plain text', 'Delete Note – “now” 数据 🗑', 'Delete Note – “now” 数据 🗑'],
    ['keeps tabs and line feeds', 'a\tb\nc', 'a\tb\nc'],
    ['shows a carriage return, which could overwrite a line', 'safe\revil', 'safe⟨U+000D⟩evil'],
    ['shows an escape sequence', '\u001b[31mred', '⟨U+001B⟩[31mred'],
    ['shows a direction override', 'exe.\u202etxt', 'exe.⟨U+202E⟩txt'],
    ['shows direction isolates', '\u2066a\u2069', '⟨U+2066⟩a⟨U+2069⟩'],
    ['shows zero-width characters', 'a\u200bb\ufeff', 'a⟨U+200B⟩b⟨U+FEFF⟩'],
    ['shows tag characters', 'a\u{e0041}b', 'a⟨U+E0041⟩b'],
    ['shows a lone surrogate', 'a\ud800b', 'a⟨U+D800⟩b'],
    ['keeps markup as text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('%s', (_, text, shown) => expect(visible(text)).toBe(shown));

  it('cuts long text, and says so', () => {
    expect([visible('abcdef', 6), visible('abcdefg', 6), visible('', 0), visible('abc', 1)]).toEqual([
      'abcdef',
      'abcde…',
      '',
      '…',
    ]);
  });

  it('leaves no hidden character in any text', () => {
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
