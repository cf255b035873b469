import { describe, expect, it } from 'vitest';
import type { TokenGrant } from '../../model/grant.ts';
import { SECRETS } from './fixtures/cases.ts';
import { createGuard, type GuardOptions } from './guard.ts';

const CI: TokenGrant = {
  id: '1',
  name: 'ci',
  kind: 'client',
  ceiling: 'read',
  servers: undefined,
  profile: undefined,
  mayAnswer: true,
};
const SCRIPT: TokenGrant = { ...CI, id: '2', name: 'script', kind: 'api' };
const named: NonNullable<GuardOptions['named']> = (token) =>
  ({ right: CI, script: SCRIPT, old: 'expired' as const, gone: 'revoked' as const })[token];

const decide = (authorization: string | undefined, target = '/mcp', change: Partial<GuardOptions> = {}) => {
  const options = {
    host: '127.0.0.1',
    port: 1,
    allowedHosts: [],
    allowedOrigins: [],
    secrets: SECRETS,
    ownerFile: '/t',
    ownerName: 'ada',
  };
  const headers = { host: '127.0.0.1:1', ...(authorization !== undefined && { authorization }) };
  const rawHeaders = Object.entries(headers).flat();
  return createGuard({ ...options, named, ...change }).decide({ method: 'POST', url: target, headers, rawHeaders });
};

describe('a named token', () => {
  it.each(['/mcp', '/mcp/search', '/mcp/p/look', '/mcp/p/look/search'])('is accepted at %s', (target) => {
    expect(decide('Bearer right', target)).toEqual({
      kind: 'admit',
      principal: 'ci',
      credential: { kind: 'client', grant: CI },
      headers: {},
    });
  });

  it.each(['/api/v1/servers', '/metrics', '/API/v1/servers'])('is refused everywhere else: %s', (target) => {
    expect(decide('Bearer right', target)).toMatchObject({
      kind: 'refuse',
      status: 403,
      body: { error: { message: expect.stringContaining('for MCP clients') } },
    });
  });

  it.each([
    ['old', 'The token has expired', 'create a new one'],
    ['gone', 'The token was revoked', 'create a new one'],
    ['unknown', undefined, 'This is not a token of this gateway.'],
  ])('that is %s is refused with the reason', (token, description, message) => {
    const verdict = decide(`Bearer ${token}`);
    expect(verdict).toMatchObject({
      kind: 'refuse',
      status: 401,
      body: { error: { message: expect.stringContaining(message) } },
    });
    const challenge = verdict.kind === 'refuse' ? verdict.headers['www-authenticate'] : '';
    expect(challenge?.includes('error_description') ? challenge : undefined).toEqual(
      description === undefined
        ? undefined
        : `Bearer realm="toolmark", error="invalid_token", error_description="${description}"`,
    );
  });

  it('is looked up on every request, because it may have ended', () => {
    let state: TokenGrant | 'revoked' = CI;
    const guard = createGuard({
      host: '127.0.0.1',
      port: 1,
      allowedHosts: [],
      allowedOrigins: [],
      secrets: SECRETS,
      ownerFile: '/t',
      ownerName: 'ada',
      named: () => state,
    });
    const headers = { host: '127.0.0.1:1', authorization: 'Bearer right' };
    const ask = () =>
      guard.decide({ method: 'POST', url: '/mcp', headers, rawHeaders: Object.entries(headers).flat() }).kind;
    const before = ask();
    state = 'revoked';
    expect([before, ask()]).toEqual(['admit', 'refuse']);
  });

  it('applies its grant even when no token is required', () => {
    const open = { secrets: undefined };
    expect(decide(undefined, '/mcp', open)).toMatchObject({ kind: 'admit', principal: 'local' });
    expect(decide('Bearer right', '/mcp', open)).toMatchObject({
      kind: 'admit',
      principal: 'ci',
      credential: { kind: 'client', grant: CI },
    });
    expect(decide('Bearer gone', '/mcp', open)).toMatchObject({ kind: 'refuse', status: 401 });
    expect(decide('Bearer something', '/mcp', open)).toMatchObject({ kind: 'admit', principal: 'local' });
  });
});

describe('credentials of the API are refused at MCP, and those of MCP at the API', () => {
  const [STDIO] = SECRETS.clients();
  const messageOf = (verdict: ReturnType<typeof decide>) =>
    verdict.kind === 'refuse' ? [verdict.status, verdict.body.error.message] : verdict.kind;

  it.each(['/mcp', '/mcp/search', '/mcp/p/look', '/mcp?x=1', '/MCP', '/%6dcp'])('at %s', (target) => {
    expect([
      messageOf(decide(`Bearer ${SECRETS.owner}`, target)),
      messageOf(decide('Bearer script', target)),
      messageOf(decide(`Bearer ${STDIO}`, target)),
    ]).toEqual([
      [
        403,
        expect.stringMatching(/^This is the owner's token.*toolmark connect CLIENT, or toolmark tokens create NAME$/),
      ],
      [403, expect.stringMatching(/^Token 'script' is for the API;.*toolmark tokens create NAME$/)],
      'admit',
    ]);
  });

  it.each(['/api/v1/approvals/1', '/API/v1/approvals/1', '/metrics', '/'])('at %s', (target) => {
    expect([
      messageOf(decide(`Bearer ${SECRETS.owner}`, target)),
      messageOf(decide('Bearer script', target)),
      messageOf(decide(`Bearer ${STDIO}`, target)),
      messageOf(decide('Bearer right', target)),
    ]).toEqual([
      'admit',
      'admit',
      ...Array(2).fill([
        403,
        expect.stringMatching(/^This token is for MCP clients.*toolmark tokens create NAME --api$/),
      ]),
    ]);
  });
});

describe('the principal of an admitted request', () => {
  const credentialOf = (authorization: string | undefined, target: string, change: Partial<GuardOptions> = {}) => {
    const verdict = decide(authorization, target, change);
    return verdict.kind === 'admit' ? [verdict.principal, verdict.credential] : verdict.kind;
  };
  const open = { secrets: undefined };

  it.each<[string, string | undefined, string, Partial<GuardOptions>, unknown]>([
    [
      "the owner's token",
      `Bearer ${SECRETS.owner}`,
      '/api/v1/x',
      {},
      ['local', { kind: 'owner', via: 'file', name: 'ada' }],
    ],
    ['an API token', 'Bearer script', '/api/v1/x', {}, ['script', { kind: 'owner', via: 'api-token', name: 'script' }]],
    [
      'a client without a name',
      `Bearer ${SECRETS.clients()[0]}`,
      '/mcp',
      {},
      ['local', { kind: 'client', grant: undefined }],
    ],
    ['no token, for the page', undefined, '/api/v1/sign-in', {}, ['local', { kind: 'public' }]],
    [
      'no token, when none is required',
      undefined,
      '/api/v1/x',
      open,
      ['local', { kind: 'owner', via: 'none', name: null }],
    ],
    [
      'no token at /mcp, when none is required',
      undefined,
      '/mcp',
      open,
      ['local', { kind: 'client', grant: undefined }],
    ],
    [
      'an API token, when none is required',
      'Bearer script',
      '/api/v1/x',
      open,
      ['script', { kind: 'owner', via: 'api-token', name: 'script' }],
    ],
    ['an API token at /mcp, when none is required', 'Bearer script', '/mcp', open, 'refuse'],
    ['a client at the API, when none is required', 'Bearer right', '/api/v1/x', open, 'refuse'],
  ])('%s', (_case, authorization, target, change, wanted) => {
    expect(credentialOf(authorization, target, change)).toEqual(wanted);
  });

  it('refuses a removed client token, even if its header was accepted before', () => {
    let clients: readonly string[] = ['old-secret'];
    const guard = createGuard({
      host: '127.0.0.1',
      port: 1,
      allowedHosts: [],
      allowedOrigins: [],
      ownerFile: '/t',
      ownerName: 'ada',
      secrets: { owner: SECRETS.owner, clients: () => clients },
    });
    const headers = { host: '127.0.0.1:1', authorization: 'Bearer old-secret' };
    const ask = () =>
      guard.decide({ method: 'POST', url: '/mcp', headers, rawHeaders: Object.entries(headers).flat() }).kind;
    const before = [ask(), ask()];
    clients = [];
    expect([before, ask()]).toEqual([['admit', 'admit'], 'refuse']);
  });
});
