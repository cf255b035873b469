import type { ImportableServer, ImportReport, ImportSource } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import {
  type Choice,
  canTake,
  choiceProblem,
  sortSources,
  sourceKey,
  toChoices,
  toTake,
  whyNot,
} from './import-choices.ts';

const server = (name: string, rest: Partial<ImportableServer> = {}): ImportableServer => ({
  name,
  summary: `run ${name}`,
  transport: 'stdio',
  secrets: [],
  conflict: 'none',
  same_as: null,
  duplicate_of: null,
  suggested_name: name,
  problem: null,
  notes: [],
  warnings: [],
  ...rest,
});

const source = (
  file: string,
  servers: readonly ImportableServer[],
  state: ImportSource['state'] = 'found',
): ImportSource => ({
  client: 'cursor',
  name: 'Cursor',
  file,
  project: null,
  state,
  problem: null,
  servers,
});

const REPORT: ImportReport = {
  sources: [
    source('/a.json', [
      server('notes'),
      server('git', { conflict: 'taken', suggested_name: 'git-2' }),
      server('demo', { conflict: 'same' }),
      server('toolmark', { conflict: 'self' }),
      server('odd', { problem: 'It has neither a command nor a url.' }),
    ]),
    { ...source('/b.json', [server('notes'), server('web')]), project: '/home/ann/web' },
  ],
};

describe('the initial choices', () => {
  it('select every new server once', () => {
    expect(
      toChoices(REPORT).map(({ source: { file }, server: { name }, isTaken, as }) => [file, name, isTaken, as]),
    ).toEqual([
      ['/a.json', 'notes', true, 'notes'],
      ['/a.json', 'git', false, 'git-2'],
      ['/a.json', 'demo', false, 'demo'],
      ['/a.json', 'toolmark', false, 'toolmark'],
      ['/a.json', 'odd', false, 'odd'],
      ['/b.json', 'notes', false, 'notes'],
      ['/b.json', 'web', true, 'web'],
    ]);
  });

  it('leave a server with a warning unselected', () => {
    const odd = server('odd', { warnings: ['It sets NODE_OPTIONS.'] });
    const [choice] = toChoices({ sources: [source('/a.json', [odd])] });
    expect([choice?.isTaken, canTake(odd)]).toEqual([false, true]);
  });

  it('send the file and name, and the new name if it was changed', () => {
    const choices = toChoices(REPORT).map((one) => ({ ...one, isTaken: one.isTaken || one.server.name === 'git' }));
    expect(toTake(choices)).toEqual([
      { file: '/a.json', name: 'notes' },
      { file: '/a.json', name: 'git', as: 'git-2' },
      { file: '/b.json', project: '/home/ann/web', name: 'web' },
    ]);
  });
});

it('ignore surrounding spaces of a name', () => {
  const [first] = toChoices(REPORT);
  const choices =
    first === undefined
      ? []
      : [
          { ...first, as: ' notes ' },
          { ...first, as: ' mine ' },
        ];
  expect(toTake(choices)).toEqual([
    { file: '/a.json', name: 'notes' },
    { file: '/a.json', name: 'notes', as: 'mine' },
  ]);
});

describe('canTake and whyNot', () => {
  it.each([
    [{}, true, ''],
    [{ conflict: 'taken' }, true, ''],
    [{ conflict: 'same' }, false, 'Already here.'],
    [{ conflict: 'self' }, false, 'This is Toolmark itself.'],
    [{ problem: 'It is odd.' }, false, 'It is odd.'],
  ] as const)('%j', (rest, able, why) => {
    expect([canTake(server('x', rest)), whyNot(server('x', rest))]).toEqual([able, why]);
  });
});

describe('choiceProblem', () => {
  const choice = (as: string, isTaken = true): Choice => ({
    source: source('/a', []),
    server: server('x'),
    isTaken,
    as,
  });

  it.each([
    ['', /Name required/],
    ['a/b', /slash/],
    ['__proto__', /slash/],
    ['here', /server has this name/],
    ['  ', /Name required/],
    [' here ', /server has this name/],
  ])('cannot use %j as a name', (as, expected) => {
    const one = choice(as);
    expect(choiceProblem(one, [one], ['here'])).toMatch(expected);
  });

  it('accepts only the first of two servers with the same name', () => {
    const [first, second, third] = [choice(' a '), choice('a'), choice('a', false)];
    const all = [third, first, second];
    expect(all.map((one) => choiceProblem(one, all, []))).toEqual([
      undefined,
      undefined,
      'Another selected server has this name.',
    ]);
  });
});

describe('sortSources', () => {
  it('separates sources with servers from empty ones', () => {
    const found = source('/a', [server('x')]);
    const empty = source('/b', []);
    const missing = source('/c', [], 'missing');
    const unreadable = source('/d', [], 'unreadable');
    expect(sortSources({ sources: [missing, found, unreadable, empty] })).toEqual({
      found: [found],
      empty: [empty],
      missing: [missing],
      unreadable: [unreadable],
    });
  });
});

it('tells the projects of one file apart', () => {
  const one = source('/a', []);
  expect(new Set([one, { ...one, project: '/x' }, { ...one, client: 'zed' }, { ...one }].map(sourceKey)).size).toBe(3);
});
