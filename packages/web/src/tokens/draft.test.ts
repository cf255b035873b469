import { describe, expect, it } from 'vitest';
import { newTokenDraft, type TokenDraft, tokenProblems, toTokenRequest } from './draft.ts';

const draft = (more: Partial<TokenDraft> = {}): TokenDraft => ({ ...newTokenDraft(), name: 'ci', ...more });

describe('the request', () => {
  it.each<[string, Partial<TokenDraft>, object]>([
    ['a name', {}, { name: 'ci', ceiling: 'read', expires_in_days: 30 }],
    ['surrounding spaces', { name: ' ci ' }, { name: 'ci', ceiling: 'read', expires_in_days: 30 }],
    ['no expiry', { days: 0, ceiling: 'destructive' }, { name: 'ci', ceiling: 'destructive' }],
    ['a profile', { profile: 'reading', days: 0 }, { name: 'ci', ceiling: 'read', profile: 'reading' }],
    [
      'servers, and patterns',
      { isLimited: true, servers: ['notes'], patterns: 'files-*, notes\n', days: 0 },
      { name: 'ci', ceiling: 'read', servers: ['notes', 'files-*'] },
    ],
    [
      'no approving of its own calls',
      { mayAnswer: false, days: 0 },
      { name: 'ci', ceiling: 'read', may_answer: false },
    ],
    [
      'for the API, ignores all other options',
      { kind: 'api', profile: 'reading', isLimited: true, servers: ['notes'], mayAnswer: false, days: 0 },
      { name: 'ci', kind: 'api' },
    ],
    [
      'ignores servers that were chosen but switched off again',
      { servers: ['notes'], days: 0 },
      { name: 'ci', ceiling: 'read' },
    ],
  ])('with %s', (_case, more, request) => {
    expect(toTokenRequest(draft(more))).toEqual(request);
  });
});

describe('problems', () => {
  it.each<[string, Partial<TokenDraft>, readonly string[]]>([
    ['nothing', {}, []],
    ['no name', { name: '' }, []],
    ['a name in use, with another case', { name: 'OLD' }, ['name']],
    ['our own name', { name: 'Local' }, ['name']],
    ['a slash', { name: 'a/b' }, ['name']],
    ['no servers', { isLimited: true, patterns: ' , ' }, ['servers']],
    ['only a pattern', { isLimited: true, patterns: 'files-*' }, []],
  ])('%s', (_case, more, fields) => {
    expect(Object.keys(tokenProblems(draft(more), ['old']))).toEqual(fields);
  });
});
