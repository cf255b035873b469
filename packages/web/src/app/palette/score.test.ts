import { expect, it } from 'vitest';
import { scoreWord, toHaystack } from './score.ts';

it.each([
  ['Delete Note', { text: 'delete note', initials: 'dn' }],
  ['delete_note', { text: 'delete_note', initials: 'dn' }],
  ['deleteNote', { text: 'deletenote', initials: 'dn' }],
  ['Über-Öl', { text: 'über-öl', initials: 'üö' }],
  ['', { text: '', initials: '' }],
  ['x'.repeat(1_000), { text: 'x'.repeat(200), initials: 'x' }],
])('prepares %j as %j', (text, haystack) => expect(toHaystack(text)).toEqual(haystack));

/** Each text matches better than the next one. */
it.each<[string, readonly string[]]>([
  ['note', ['note', 'note list', 'note list of all', 'delete note', 'n o t e', 'keynotes', 'nnoote']],
  ['dn', ['dn', 'dna', 'x-dn', 'Delete Note', 'sdns', 'don']],
  ['del', ['del', 'delete', 'a del', 'model', 'dxel']],
])('ranks the closest match for %j first', (word, texts) => {
  const scores = texts.map((text) => scoreWord(word, toHaystack(text)));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBe(scores.length);
  expect(scores.every((score) => score > 0)).toBe(true);
});

it.each([
  ['note', 'list'],
  ['note', ''],
  ['eton', 'note'],
  ['del', 'demo / list_notes'],
  ['q', 'list'],
  ['ab', 'a long way to b'],
])('does not find %j in %j', (word, text) => expect(scoreWord(word, toHaystack(text))).toBe(0));

it('scores 0 for everything if nothing matches', () => expect(scoreWord('', toHaystack('a'))).toBe(1));

it('finds a word that starts after an earlier occurrence of its letters', () => {
  expect(scoreWord('note', toHaystack('keynote note'))).toBeGreaterThan(scoreWord('note', toHaystack('keynote nobo')));
});

it('handles a text that repeats its first letter', () => {
  expect(scoreWord('ab', toHaystack('aaaaaaaaaaaxb'))).toBe(scoreWord('ab', toHaystack('cccccccccaaxb')));
});
