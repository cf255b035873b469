import type { OverrideChange } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { changesFor, explainChange, matchesGlob } from './override-changes.ts';

describe('matchesGlob', () => {
  it.each([
    ['list', 'list', true],
    ['list', 'lists', false],
    ['*', '', true],
    ['*', 'anything', true],
    ['delete_*', 'delete_note', true],
    ['delete_*', 'undelete_note', false],
    ['*_note', 'delete_note', true],
    ['*_note', 'delete_notes', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'acb', false],
    ['a*b*b', 'ab', false],
    ['a*b*', 'ab', true],
    ['a.c', 'abc', false],
    ['**x**', 'axb', true],
  ])('%j, %j: %s', (glob, name, expected) => {
    expect(matchesGlob(glob, name)).toBe(expected);
  });
});

const change = (server: string, tool: string): OverrideChange => ({
  at: '2026-01-01T00:00:00.000Z',
  action: 'set',
  server,
  tool,
  before: null,
  after: { readOnlyHint: true },
  author: null,
  reason: null,
});

describe('changesFor', () => {
  it('finds changes by name and by pattern', () => {
    const all = [change('notes', 'list'), change('notes', 'add'), change('*', 'l*'), change('web', 'list')];
    expect(changesFor(all, { server: 'notes', name: 'list' })).toEqual([all[0], all[2]]);
  });
});

describe('explainChange', () => {
  it.each<[OverrideChange['before'], OverrideChange['after'], readonly string[]]>([
    [null, { readOnlyHint: true }, ['readOnlyHint: not set → true']],
    [{ readOnlyHint: true }, null, ['readOnlyHint: true → not set']],
    [
      { readOnlyHint: true, openWorldHint: false },
      { openWorldHint: true },
      ['readOnlyHint: true → not set', 'openWorldHint: false → true'],
    ],
    [{ readOnlyHint: true }, { readOnlyHint: true }, []],
  ])('%j → %j', (before, after, expected) => {
    expect(explainChange({ before, after })).toEqual(expected);
  });
});
