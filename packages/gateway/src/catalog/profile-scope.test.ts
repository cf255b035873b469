import { resolve } from '@toolmark/annotations';
import type { ProfileConfig } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../model/scope.ts';
import { ceilingScope, intersect, profileScope, serversScope } from './profile-scope.ts';

const HINTS = { read: { readOnlyHint: true }, add: { destructiveHint: false }, thing: undefined };
const has = (scope: Scope | undefined, server: string, name: keyof typeof HINTS | string): boolean => {
  const annotations = HINTS[name as keyof typeof HINTS];
  const definition = { name, inputSchema: { type: 'object' }, ...(annotations && { annotations }) };
  return (
    scope === undefined ||
    (scope.hasServer(server) && scope.hasTool({ server, definition, resolution: resolve(definition) }))
  );
};
const profile = (change: Partial<ProfileConfig>): Scope =>
  profileScope({
    name: 'p',
    description: null,
    servers: ['*'],
    tools: ['*'],
    exclude: [],
    classes: ['read', 'additive', 'destructive'],
    ...change,
  });

describe('a profile', () => {
  it.each<[string, Partial<ProfileConfig>, string, string, boolean]>([
    ['of everything', {}, 'notes', 'thing', true],
    ['of some servers', { servers: ['no*'] }, 'notes', 'thing', true],
    ['of other servers', { servers: ['files'] }, 'notes', 'thing', false],
    ['of no server', { servers: [] }, 'notes', 'thing', false],
    ['of a tool', { tools: ['thing'] }, 'notes', 'thing', true],
    ['with a tool of this server', { tools: ['notes/th*'] }, 'notes', 'thing', true],
    ['of a tool of another', { tools: ['files/th*'] }, 'notes', 'thing', false],
    ['with a tool that has a slash in its name', { tools: ['files/*'] }, 'notes', 'files/thing', false],
    ['of a tool of some servers', { tools: ['no*/th*'] }, 'notes', 'thing', true],
    [
      'with tools of a server pattern that only matches a tool name',
      { tools: ['*files/thing'] },
      'notes',
      'my-files/thing',
      false,
    ],
    ['without a tool of some servers', { exclude: ['no*/thing'] }, 'notes', 'thing', false],
    ['without tools that have the name of their server', { exclude: ['no*'] }, 'notes', 'thing', true],
    ['without a tool', { exclude: ['th*'] }, 'notes', 'thing', false],
    ['without a tool of another server', { exclude: ['files/thing'] }, 'notes', 'thing', true],
    ['of read-only tools', { classes: ['read'] }, 'notes', 'read', true],
    ['of read-only tools, for one without hints', { classes: ['read'] }, 'notes', 'thing', false],
    ['of additive tools', { classes: ['additive'] }, 'notes', 'add', true],
  ])('%s', (_, change, server, tool, expected) => {
    expect(has(profile(change), server, tool)).toBe(expected);
  });

  it.each<[string, Partial<ProfileConfig>, readonly string[]]>([
    ['of everything', {}, ['notes', 'files']],
    ['of tools by name', { tools: ['thing'] }, ['notes', 'files']],
    ['of no tool', { tools: [] }, ['notes', 'files']],
    ['of tools of one server alone', { tools: ['notes/thing', 'notes/add*'] }, ['notes']],
    ['of tools of one server beside tools by name', { tools: ['notes/thing', 'add'] }, ['notes', 'files']],
    ['of tools of a server that it does not have', { servers: ['files'], tools: ['notes/thing'] }, []],
    ['without all tools of a server', { exclude: ['notes/*'] }, ['notes', 'files']],
  ])('%s has the servers, with their prompts and resources', (_, change, expected) => {
    expect(['notes', 'files'].filter((server) => profile(change).hasServer(server))).toEqual(expected);
  });

  it('has another key if any of its settings differ', () => {
    const keys = [{}, { servers: ['a'] }, { tools: ['a'] }, { exclude: ['a'] }, { classes: ['read'] as const }];
    expect(new Set(keys.map((change) => profile(change).key)).size).toBe(keys.length);
  });
});

describe('the intersection of scopes', () => {
  it('has a unique key, for any names of servers', () => {
    const both = intersect(serversScope(['notes']), ceilingScope('read'));
    expect(both?.key).not.toBe(serversScope([serversScope(['notes']).key, ceilingScope('read').key]).key);
  });

  it.each<[string, Scope | undefined, readonly boolean[]]>([
    ['none', intersect(undefined), [true, true, true]],
    ['one', intersect(undefined, serversScope(['notes'])), [true, true, true]],
    ['two', intersect(serversScope(['notes']), ceilingScope('additive')), [true, true, false]],
    [
      'three',
      intersect(profile({ tools: ['read'] }), serversScope(['n*']), ceilingScope('read')),
      [true, false, false],
    ],
    ['nothing', intersect(serversScope(['notes']), serversScope(['files'])), [false, false, false]],
  ])('%s', (_, scope, expected) => {
    expect(['read', 'add', 'thing'].map((tool) => has(scope, 'notes', tool))).toEqual(expected);
  });
});
