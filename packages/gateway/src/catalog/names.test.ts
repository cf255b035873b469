import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignNames, MAX_NAME_LENGTH } from './names.ts';

const exposedName = (server: string, name: string): string => String(assignNames([{ server, name }])[0]);
const hash = expect.stringMatching(/^[0-9a-f]{8}$/);

/** Splits at the first separator, like a person or program would. */
const split = (exposed: string): readonly string[] => [
  exposed.slice(0, exposed.indexOf('__')),
  exposed.slice(exposed.indexOf('__') + 2),
];

describe('a name that fits', () => {
  it.each([
    ['notes', 'search', 'notes__search'],
    ['my-server_2', 'Read_File-now', 'my-server_2__Read_File-now'],
    ['notes', '_private', 'notes___private'],
    ['notes', 'a__b', 'notes__a__b'],
    ['_notes', 'search', '_notes__search'],
    ['n', 'x'.repeat(61), `n__${'x'.repeat(61)}`],
  ])('%s, %s is %s, and can be split again', (server, name, exposed) => {
    expect(exposedName(server, name)).toBe(exposed);
    expect(split(exposed)).toEqual([server, name]);
  });
});

describe('a name that does not fit', () => {
  it.each([
    ['My Server', 'search', 'My-Server__search_'],
    ['notes', 'files.read', 'notes__files-read_'],
    ['Überblick', 'größe', 'Uberblick__gro-e_'],
    ['日本', '検索', 'server__entry_'],
    ['notes', ' ', 'notes__entry_'],
    ['a__b', 'c', 'a_b__c_'],
    ['a_', 'b', 'a__b_'],
    ['n', 'x'.repeat(62), `n__${'x'.repeat(52)}_`],
    ['s'.repeat(80), 'search', `${'s'.repeat(47)}__search_`],
    ['s'.repeat(80), 'x'.repeat(80), `${'s'.repeat(20)}__${'x'.repeat(33)}_`],
  ])('%s, %s is %s with a hash', (server, name, start) => {
    const exposed = exposedName(server, name);
    expect([exposed.slice(0, start.length), exposed.slice(start.length)]).toEqual([start, hash]);
    expect(exposed.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
  });

  it('is stable', () => {
    expect(exposedName('My Server', 'files.read')).toBe('My-Server__files-read_e7267cd8');
  });

  it('gives way to a tool with that exact name', () => {
    const altered = exposedName('notes', 'files.read');
    const entries = [
      { server: 'notes', name: 'files.read' },
      { server: 'notes', name: altered.slice('notes__'.length) },
    ];
    const [first, second] = assignNames(entries);
    expect(second).toBe(altered);
    expect(first).not.toBe(altered);
    expect(assignNames(entries.toReversed())).toEqual([second, first]);
  });
});

describe('two names with the same hash', () => {
  // Found by brute force: both are 'a-b' with the hash 146b9a13.
  const entries = [
    { server: 'n', name: 'a..... ...  .  .  .b' },
    { server: 'n', name: 'a..  .....    .... b' },
  ];

  it('stay different, independent of their order', () => {
    const names = assignNames(entries);
    expect(names).toEqual([expect.not.stringMatching('146b9a13'), 'n__a-b_146b9a13']);
    expect(assignNames(entries.toReversed())).toEqual(names.toReversed());
  });
});

describe('any names of servers and tools', () => {
  // Few letters, so that both parts often overlap.
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '.', ' ', 'é'), minLength: 1, maxLength: 6 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 90 }),
    fc.string({ unit: fc.constantFrom('a', '_', '-'), minLength: 20, maxLength: 70 }),
  );
  const entries = fc.uniqueArray(fc.record({ server: word, name: word }), {
    selector: ({ server, name }) => JSON.stringify([server, name]),
    maxLength: 40,
  });

  it('are unique and accepted by every client', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const names = assignNames(list);
        expect(names).toHaveLength(list.length);
        expect(new Set(names).size).toBe(list.length);
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
    );
  });

  it('do not depend on order or other tools', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const names = assignNames(list);
        expect(assignNames(list.toReversed())).toEqual(names.toReversed());
        expect(list.map(({ server, name }) => exposedName(server, name))).toEqual(names);
      }),
    );
  });

  it('keep server__tool if it is unambiguous and accepted by clients', () => {
    fc.assert(
      fc.property(entries, (list) => {
        for (const [index, exposed] of assignNames(list).entries()) {
          const entry = list[index];
          const plain = `${entry?.server}__${entry?.name}`;
          const fits = /^[A-Za-z0-9_-]{1,64}$/.test(plain);
          const [server, name] = split(plain);
          if (fits && server === entry?.server && name === entry?.name) expect(exposed).toBe(plain);
          else expect(exposed).not.toBe(plain);
        }
      }),
    );
  });
});
