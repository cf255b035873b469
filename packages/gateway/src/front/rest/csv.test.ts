import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, toCsvLine } from './csv.ts';

/** Parses one line according to RFC 4180. */
function parseLine(line: string): readonly string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      let text = '';
      for (at += 1; line[at] !== '"' || line[at + 1] === '"'; at += line[at] === '"' ? 2 : 1) text += line[at];
      cells.push(text);
      at += 1;
    } else {
      const end = line.slice(at).search(/,|\r\n$/) + at;
      cells.push(line.slice(at, end));
      at = end;
    }
    if (line.slice(at) === '\r\n') return cells;
    expect(line[at]).toBe(',');
    at += 1;
  }
}

describe('a line of CSV', () => {
  it.each<[readonly Cell[], string]>([
    [['a', 1, true, null, ''], 'a,1,true,,\r\n'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
    [['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'], `'=1+1,'+1,'-1,'@SUM(A1),'\tx,"'\rx"\r\n`],
    [['=HYPERLINK("http://x","y")'], `"'=HYPERLINK(""http://x"",""y"")"\r\n`],
    [['a=b', '你好'], 'a=b,你好\r\n'],
    [[-5], '-5\r\n'],
  ])('%j', (cells, line) => expect(toCsvLine(cells)).toBe(line));

  it('can be parsed back, except for the apostrophe before a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = parseLine(toCsvLine(cells));
        expect(read).toEqual(cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)));
      }),
    );
  });
});
