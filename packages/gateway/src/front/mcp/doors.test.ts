import type { ProfileConfig } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { OWN_ENTRANCE } from '../../model/entrance.ts';
import type { TokenGrant } from '../../model/grant.ts';
import { createDoors } from './doors.ts';

const profile = (name: string, servers: readonly string[]): ProfileConfig => ({
  name,
  servers,
  description: null,
  tools: ['*'],
  exclude: [],
  classes: ['read', 'additive', 'destructive'],
});
const grant = (change: Partial<TokenGrant> = {}): TokenGrant => ({
  id: '1',
  name: 'ci',
  kind: 'client',
  ceiling: 'destructive',
  servers: undefined,
  profile: undefined,
  mayAnswer: true,
  ...change,
});
const doors = createDoors([profile('look', ['notes']), profile('none', ['files']), profile('search', ['web'])]);
const SERVERS = ['notes', 'files', 'web'];
const seen = (path: string, given?: TokenGrant): readonly string[] | undefined => {
  const entrance = doors.open(path, given);
  return entrance && SERVERS.filter((server) => entrance.scope?.hasServer(server) ?? true);
};

describe('the addresses of MCP', () => {
  it.each<[string, string, readonly string[]]>([
    ['/mcp', 'direct', SERVERS],
    ['/mcp/search', 'search', SERVERS],
    ['/mcp/p/look', 'direct', ['notes']],
    ['/mcp/p/look/search', 'search', ['notes']],
    ['/mcp/p/none', 'direct', ['files']],
    ['/mcp/p/search', 'direct', ['web']],
    ['/mcp/p/search/search', 'search', ['web']],
  ])('%s: %s', (path, mode, servers) => {
    expect([doors.open(path, undefined)?.mode, seen(path)]).toEqual([mode, servers]);
  });

  it.each([
    '/mcp/',
    '/mcp/p',
    '/mcp/p/',
    '/mcp/p/gone',
    '/mcp/p/look/',
    '/mcp/p/look/search/',
    '/mcp/p/Look',
    '/mcp/x',
  ])('%s does not exist', (path) => {
    expect(doors.open(path, undefined)).toBeUndefined();
  });

  it('give everything to a client without a named token', () => {
    expect(doors.open('/mcp', undefined)).toBe(OWN_ENTRANCE);
  });
});

describe('a named token', () => {
  it.each<[string, Partial<TokenGrant>, string, readonly string[] | undefined]>([
    ['for everything', {}, '/mcp', SERVERS],
    ['for some servers', { servers: ['n*', 'web'] }, '/mcp', ['notes', 'web']],
    ['for some servers, at a profile without them', { servers: ['web'] }, '/mcp/p/look', []],
    ['for a profile, at its address', { profile: 'look' }, '/mcp/p/look', ['notes']],
    ['for a profile, at the plain address', { profile: 'look' }, '/mcp', ['notes']],
    ['for a profile, searching', { profile: 'look' }, '/mcp/search', ['notes']],
    ['for a profile, at another', { profile: 'look' }, '/mcp/p/none', undefined],
    ['for a profile that is gone', { profile: 'gone' }, '/mcp', undefined],
    ['for a profile that is gone, at its address', { profile: 'gone' }, '/mcp/p/gone', undefined],
  ])('%s', (_, change, path, expected) => {
    expect(seen(path, grant(change))).toEqual(expected);
  });

  it('gives its name, and applies its ceiling to the list of tools too', () => {
    const reader = grant({ ceiling: 'read' });
    const entrance = doors.open('/mcp', reader);
    expect(entrance).toMatchObject({ principal: 'ci', ceiling: 'read', scope: undefined, grant: reader });
    expect(entrance?.menu?.key).toBe('read');
    expect(doors.open('/mcp', reader)).toBe(entrance);
    expect(doors.open('/mcp', grant())).toMatchObject({ ceiling: undefined, menu: undefined });
  });

  it('gets no entrance at a door that is gone', () => {
    const entrance = doors.open('/mcp/p/look', grant()) ?? expect.fail();
    expect(createDoors([]).reopen(entrance)).toBeUndefined();
    expect(
      createDoors([profile('look', ['web'])])
        .reopen(entrance)
        ?.scope?.hasServer('web'),
    ).toBe(true);
  });
});
