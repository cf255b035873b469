import { describe, expect, it } from 'vitest';
import { type Entry, type EntryFacts, toEntry } from './entry.ts';
import { rank } from './rank.ts';

const entry = (id: string, group: EntryFacts['group'], title: string, more: Partial<EntryFacts> = {}): Entry =>
  toEntry({ id, group, title, icon: {}, run: () => undefined, ...more });

const ENTRIES = [
  entry('go:tools', 'Go to', 'Tools'),
  entry('go:policy', 'Go to', 'Policy'),
  entry('c:dark', 'Commands', 'Theme: dark'),
  entry('c:restart', 'Commands', 'Restart server notes', { isOnDemand: true }),
  entry('t:delete', 'Tools', 'Delete Note', { detail: 'notes / delete_note', isOnDemand: true }),
  entry('t:list', 'Tools', 'List Notes', { detail: 'notes / list_notes', isOnDemand: true }),
  entry('t:fetch', 'Tools', 'Fetch', { words: ['web__fetch'], isOnDemand: true }),
  entry('s:notes', 'Servers', 'notes'),
];

const ids = (query: string, recent: readonly string[] = [], entries = ENTRIES) =>
  rank(query, entries, recent).map(({ group, entries }) => [group, ...entries.map(({ id }) => id)]);

describe('without words', () => {
  it('offers pages, commands and what is not too much', () => {
    expect(ids('  ')).toEqual([
      ['Go to', 'go:tools', 'go:policy'],
      ['Commands', 'c:dark'],
      ['Servers', 's:notes'],
    ]);
  });

  it('offers what was chosen lately first, once, if it is still there', () => {
    expect(ids('', ['t:list', 'gone', 'go:policy'])).toEqual([
      ['Recent', 't:list', 'go:policy'],
      ['Go to', 'go:tools'],
      ['Commands', 'c:dark'],
      ['Servers', 's:notes'],
    ]);
  });

  it('offers the last five', () => {
    const many = Array.from({ length: 9 }, (_, at) => entry(`t:${at}`, 'Tools', `Tool ${at}`, { isOnDemand: true }));
    const recent = many.map(({ id }) => id);
    expect(ids('', recent, many)).toEqual([['Recent', 't:0', 't:1', 't:2', 't:3', 't:4']]);
  });
});

describe('with words', () => {
  it.each<[string, readonly (readonly string[])[]]>([
    ['delete', [['Tools', 't:delete']]],
    ['note del', [['Tools', 't:delete']]],
    [
      'NOTES',
      [
        ['Servers', 's:notes'],
        ['Tools', 't:list', 't:delete'],
        ['Commands', 'c:restart'],
      ],
    ],
    ['web', [['Tools', 't:fetch']]],
    ['restart', [['Commands', 'c:restart']]],
    ['delete nowhere', []],
    ['<img src=x onerror=alert(1)>', []],
  ])('%j finds %j', (query, found) => expect(ids(query)).toEqual(found));

  it('what was chosen lately comes before what fits as well', () => {
    expect(ids('note', ['t:delete']).find(([group]) => group === 'Tools')).toEqual(['Tools', 't:delete', 't:list']);
    expect(ids('note', ['t:list']).find(([group]) => group === 'Tools')).toEqual(['Tools', 't:list', 't:delete']);
  });

  it('a title counts for more than what stands beside it', () => {
    const beside = entry('t:beside', 'Tools', 'Zap', { detail: 'notes of mine' });
    const titled = entry('t:titled', 'Tools', 'All the notes');
    expect(ids('notes', [], [beside, titled])).toEqual([['Tools', 't:titled', 't:beside']]);
  });

  it('what was chosen lately is not found by words that do not fit', () => expect(ids('zzz', ['t:list'])).toEqual([]));

  it('shows eight of a kind', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => entry(`t:${at}`, 'Tools', `Tool ${at}`));
    expect(rank('tool', many, [])[0]?.entries).toHaveLength(8);
    expect(rank('', many, [])[0]?.entries).toHaveLength(8);
  });
});
