import { MASK } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { newPair, type ServerDraft, toDraft } from './draft.ts';
import { hintsFor, looksLikeLine } from './draft-hints.ts';

const NEW = { before: {}, ownName: '', taken: ['notes'] };

describe('hintsFor', () => {
  it('accepts an empty form', () => {
    expect(hintsFor(toDraft(''), NEW)).toEqual({});
  });

  const cases: readonly [string, Partial<ServerDraft>, Record<string, string>][] = [
    ['a name with a slash', { name: 'a/b' }, { name: 'problem' }],
    ['a reserved name', { name: '__proto__' }, { name: 'problem' }],
    ['a name with a control character', { name: 'a\u0007' }, { name: 'problem' }],
    ['a name in use', { name: 'notes' }, { name: 'problem' }],
    ['a good name', { name: 'my notes' }, {}],
    ['a command line as command', { command: 'npx -y server' }, { command: 'doubt' }],
    ['several arguments in a line', { args: '-y server' }, { args: 'doubt' }],
    ['an address with surrounding spaces', { kind: 'address', url: ' http://x ' }, {}],
    ['an address without http', { kind: 'address', url: 'example.com' }, { url: 'problem' }],
    ['an address with another scheme', { kind: 'address', url: 'ftp://example.com' }, { url: 'problem' }],
    ['an address from a variable', { kind: 'address', url: `\${HOST}/mcp` }, {}],
    ['the address of a stdio server', { kind: 'command', url: 'example.com' }, {}],
    ['a variable without a name', { env: [newPair('', 'x')] }, { 'env.': 'problem' }],
    ['a duplicate variable', { env: [newPair('A', 'x'), newPair(' A', 'y')] }, { 'env.A': 'problem' }],
    ['a variable with =', { env: [newPair('A=B', 'x')] }, { 'env.A=B': 'problem' }],
    ['an empty row', { env: [newPair()] }, {}],
    ['a mask where no secret was', { env: [newPair('A', MASK)] }, { 'env.A': 'problem' }],
    ['a header with a space', { kind: 'address', headers: [newPair('X Y', 'x')] }, { 'headers.X Y': 'problem' }],
  ];

  it.each(cases)('of %s', (_, changes, expected) => {
    const hints = hintsFor({ ...toDraft(''), ...changes }, NEW);
    expect(Object.fromEntries(Object.entries(hints).map(([field, { kind }]) => [field, kind]))).toEqual(expected);
  });

  it.each([
    ['-y a', 'Line 1 looks like several arguments. Put each on its own line.'],
    ['-y a\nb\n-z c', 'Lines 1, 3 look like several arguments. Put each on its own line.'],
  ])('names the lines of %j', (args, expected) => {
    expect(hintsFor({ ...toDraft(''), args }, NEW)['args']?.says).toBe(expected);
  });

  it('lets a server keep its name and secrets, and warns about renaming', () => {
    const before = { command: 'x', env: { A: MASK } };
    const context = { before, ownName: 'notes', taken: ['notes'] };
    expect(hintsFor(toDraft('notes', before), context)).toEqual({});
    expect(hintsFor({ ...toDraft('other', before) }, context)).toEqual({
      name: { kind: 'doubt', says: expect.stringContaining('old name') },
    });
  });

  it('does not accept a masked secret under another name', () => {
    const before = { command: 'x', env: { A: MASK } };
    const hints = hintsFor({ ...toDraft('x', before), env: [newPair('B', MASK)] }, { before, ownName: 'x', taken: [] });
    expect(Object.keys(hints)).toEqual(['env.B']);
  });
});

describe('looksLikeLine', () => {
  it.each([
    ['npx -y server', true],
    ['  npx -y server', true],
    [' /opt/my tools/server', false],
    ['node server.js', true],
    ['uvx server --port 3', true],
    ['npx', false],
    ['C:\\Program Files\\node.exe', false],
    ['/opt/my tools/server', false],
    ['', false],
  ])('%j: %j', (command, expected) => {
    expect(looksLikeLine(command)).toBe(expected);
  });
});
