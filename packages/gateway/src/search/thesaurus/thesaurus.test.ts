import { describe, expect, it } from 'vitest';
import { STOP_WORDS } from '../text/stop-words.ts';
import { stemOf } from '../text/terms.ts';
import { NOUNS, VERBS } from './groups.ts';
import { createThesaurus, THESAURUS } from './thesaurus.ts';

const groups = `${VERBS}\n${NOUNS}`
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '')
  .map((line) => line.split(/\s+/));

describe('the thesaurus', () => {
  it('has groups of several lower-case words, without duplicates and stop words', () => {
    const odd = groups.filter(
      (words) =>
        words.length < 2 ||
        new Set(words.map(stemOf)).size !== words.length ||
        words.some((word) => !/^[a-z]+$/.test(word) || STOP_WORDS.has(word)),
    );
    expect(odd).toEqual([]);
  });

  it.each([
    ['folder', 'directory'],
    ['erase', 'delete'],
    ['mail', 'email'],
    ['ticket', 'issue'],
  ])('relates %s and %s in both directions', (one, other) => {
    expect(THESAURUS(stemOf(one))).toContain(stemOf(other));
    expect(THESAURUS(stemOf(other))).toContain(stemOf(one));
  });

  it('has no synonyms for unknown words, and none equal to the word itself', () => {
    const small = createThesaurus(['big large', 'large wide']);
    expect([small('big'), small('larg'), small('tiny')]).toEqual([['larg'], ['big', 'wide'], []]);
  });
});
