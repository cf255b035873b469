import { err, ok } from '@toolmark/annotations';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, type SearchTerm } from './search-terms.ts';

const whole = (text: string): SearchTerm => ({ text, isPrefix: false });
const prefix = (text: string): SearchTerm => ({ text, isPrefix: true });

describe('parseSearch', () => {
  it.each<[string, readonly SearchTerm[]]>([
    ['invoice', [whole('invoice')]],
    ['  quarterly\tinvoice ', [whole('quarterly'), whole('invoice')]],
    ['inv*', [prefix('inv')]],
    ['inv** quarterly', [prefix('inv'), whole('quarterly')]],
    ['src/store/rea*', [prefix('src/store/rea')]],
    ['"quarterly invoice"', [whole('quarterly invoice')]],
    ['"quarterly inv*"', [whole('quarterly inv')]],
    ['"not closed', [whole('not closed')]],
    ['before"in quotes"after', [whole('before'), whole('in quotes'), whole('after')]],
    ['invoice → !', [whole('invoice')]],
    ['a b', [whole('a'), whole('b')]],
    ['_ 7', [whole('_'), whole('7')]],
    // A star not preceded by a word is punctuation.
    ['read.* invoice', [whole('read.'), whole('invoice')]],
    ['*.ts', [whole('*.ts')]],
    ['发票*', [prefix('发票')]],
    ['票*', [prefix('票')]],
    ['cafe\u0301*', [prefix('cafe\u0301')]],
    ['a\u0000b', [whole('a'), whole('b')]],
  ])('parses %j', (q, terms) => expect(parseSearch(q)).toEqual(ok(terms)));

  it.each(['', ' ', '!', '"', '""', '*', '** *', '" * "', '→ 🚀', '\u0000', '\ud800'])('finds no word in %j', (q) =>
    expect(parseSearch(q)).toEqual(err('has no word to look for')),
  );

  it.each(['a*', 'in*', 'invoice in*', 'src/a*', 'é*', '12*'])('rejects a short prefix: %j', (q) =>
    expect(parseSearch(q)).toEqual(err('needs at least 3 characters before *')),
  );

  it('only returns terms with a word and without quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (q) => {
        const terms = parseSearch(q);
        if (!terms.ok) return;
        expect(terms.value.length).toBeGreaterThan(0);
        for (const { text } of terms.value) {
          expect(text).toMatch(/[\p{L}\p{N}_]/u);
          expect([text.includes('"'), text.includes('\u0000')]).toEqual([false, false]);
        }
      }),
    );
  });
});
