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

describe('without a query', () => {
  it('offers pages and commands, and kinds that are not on demand', () => {
    expect(ids('  ')).toEqual([
      ['Go to', 'go:tools', 'go:policy'],
      ['Commands', 'c:dark'],
      ['Servers', 's:notes'],
    ]);
  });

  it('lists recently chosen entries first and once, if they still exist', () => {
    expect(ids('', ['t:list', 'gone', 'go:policy'])).toEqual([
      ['Recent', 't:list', 'go:policy'],
      ['Go to', 'go:tools'],
      ['Commands', 'c:dark'],
      ['Servers', 's:notes'],
    ]);
  });

  it('lists the last five', () => {
    const many = Array.from({ length: 9 }, (_, at) => entry(`t:${at}`, 'Tools', `Tool ${at}`, { isOnDemand: true }));
    const recent = many.map(({ id }) => id);
    expect(ids('', recent, many)).toEqual([['Recent', 't:0', 't:1', 't:2', 't:3', 't:4']]);
  });
});

describe('with a query', () => {
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

  it('ranks a recently chosen entry before an equal match', () => {
    expect(ids('note', ['t:delete']).find(([group]) => group === 'Tools')).toEqual(['Tools', 't:delete', 't:list']);
    expect(ids('note', ['t:list']).find(([group]) => group === 'Tools')).toEqual(['Tools', 't:list', 't:delete']);
  });

  it('ranks a match in the title above one in the other text', () => {
    const beside = entry('t:beside', 'Tools', 'Zap', { detail: 'notes of mine' });
    const titled = entry('t:titled', 'Tools', 'All the notes');
    expect(ids('notes', [], [beside, titled])).toEqual([['Tools', 't:titled', 't:beside']]);
  });

  it('does not find a recently chosen entry by words that do not match', () =>
    expect(ids('zzz', ['t:list'])).toEqual([]));

  it('shows at most eight of a kind', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => entry(`t:${at}`, 'Tools', `Tool ${at}`));
    expect(rank('tool', many, [])[0]?.entries).toHaveLength(8);
    expect(rank('', many, [])[0]?.entries).toHaveLength(8);
  });
});
