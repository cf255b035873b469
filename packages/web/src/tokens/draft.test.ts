import { describe, expect, it } from 'vitest';
import { newTokenDraft, type TokenDraft, tokenProblems, toTokenRequest } from './draft.ts';

const draft = (more: Partial<TokenDraft> = {}): TokenDraft => ({ ...newTokenDraft(), name: 'ci', ...more });

describe('what is asked for', () => {
  it.each<[string, Partial<TokenDraft>, object]>([
    ['a name', {}, { name: 'ci', ceiling: 'read', expires_in_days: 30 }],
    ['blanks around it', { name: ' ci ' }, { name: 'ci', ceiling: 'read', expires_in_days: 30 }],
    ['no end', { days: 0, ceiling: 'destructive' }, { name: 'ci', ceiling: 'destructive' }],
    ['a profile', { profile: 'reading', days: 0 }, { name: 'ci', ceiling: 'read', profile: 'reading' }],
    [
      'servers, and patterns',
      { isLimited: true, servers: ['notes'], patterns: 'files-*, notes\n', days: 0 },
      { name: 'ci', ceiling: 'read', servers: ['notes', 'files-*'] },
    ],
    ['no answers of its own', { mayAnswer: false, days: 0 }, { name: 'ci', ceiling: 'read', may_answer: false }],
    [
      'the API, for which nothing else counts',
      { kind: 'api', profile: 'reading', isLimited: true, servers: ['notes'], mayAnswer: false, days: 0 },
      { name: 'ci', kind: 'api' },
    ],
    [
      'servers that were chosen and not wanted after all',
      { servers: ['notes'], days: 0 },
      { name: 'ci', ceiling: 'read' },
    ],
  ])('with %s', (_case, more, request) => {
    expect(toTokenRequest(draft(more))).toEqual(request);
  });
});

describe('what is wrong with it', () => {
  it.each<[string, Partial<TokenDraft>, readonly string[]]>([
    ['nothing', {}, []],
    ['no name yet', { name: '' }, []],
    ['a name that is taken, in other letters', { name: 'OLD' }, ['name']],
    ['our own', { name: 'Local' }, ['name']],
    ['a slash', { name: 'a/b' }, ['name']],
    ['no servers', { isLimited: true, patterns: ' , ' }, ['servers']],
    ['a pattern alone', { isLimited: true, patterns: 'files-*' }, []],
  ])('%s', (_case, more, fields) => {
    expect(Object.keys(tokenProblems(draft(more), ['old']))).toEqual(fields);
  });
});
