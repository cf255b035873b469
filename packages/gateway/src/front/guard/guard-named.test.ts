import { describe, expect, it } from 'vitest';
import type { TokenGrant } from '../../tokens/grant.ts';
import { createGuard, type GuardOptions } from './guard.ts';

const OWN = 'Zm9yLXRlc3RzLW9ubHktbm90LWEtcmVhbC10b2tlbg';
const CI: TokenGrant = { id: '1', name: 'ci', ceiling: 'read', servers: undefined, profile: undefined };
const named: NonNullable<GuardOptions['named']> = (token) =>
  ({ right: CI, old: 'expired' as const, gone: 'revoked' as const })[token];

const decide = (authorization: string | undefined, target = '/mcp', change: Partial<GuardOptions> = {}) => {
  const options = { host: '127.0.0.1', port: 1, allowedHosts: [], allowedOrigins: [], token: OWN, tokenFile: '/t' };
  const headers = { host: '127.0.0.1:1', ...(authorization !== undefined && { authorization }) };
  const rawHeaders = Object.entries(headers).flat();
  return createGuard({ ...options, named, ...change }).decide({ method: 'POST', url: target, headers, rawHeaders });
};

describe('a named token', () => {
  it.each(['/mcp', '/mcp/search', '/mcp/p/look', '/mcp/p/look/search'])('lets its bearer in at %s', (target) => {
    expect(decide('Bearer right', target)).toEqual({ kind: 'admit', principal: 'ci', grant: CI, headers: {} });
  });

  it.each(['/api/v1/servers', '/metrics', '/API/v1/servers'])('opens nothing else: %s', (target) => {
    expect(decide('Bearer right', target)).toMatchObject({
      kind: 'refuse',
      status: 403,
      body: { error: { message: expect.stringContaining('for MCP clients') } },
    });
  });

  it.each([
    ['old', 'The token has expired', 'make another one'],
    ['gone', 'The token was revoked', 'make another one'],
    ['unknown', undefined, 'This is not the token of this gateway.'],
  ])('that is %s is told so', (token, description, message) => {
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

  it('is asked for anew each time, for it may have ended since', () => {
    let state: TokenGrant | 'revoked' = CI;
    const guard = createGuard({
      ...{ host: '127.0.0.1', port: 1, allowedHosts: [], allowedOrigins: [], token: OWN, tokenFile: '/t' },
      named: () => state,
    });
    const headers = { host: '127.0.0.1:1', authorization: 'Bearer right' };
    const ask = () =>
      guard.decide({ method: 'POST', url: '/mcp', headers, rawHeaders: Object.entries(headers).flat() }).kind;
    const before = ask();
    state = 'revoked';
    expect([before, ask()]).toEqual(['admit', 'refuse']);
  });

  it('holds its bearer to it even where nobody needs a token', () => {
    const open = { token: undefined };
    expect(decide(undefined, '/mcp', open)).toMatchObject({ kind: 'admit', principal: 'local' });
    expect(decide('Bearer right', '/mcp', open)).toMatchObject({ kind: 'admit', principal: 'ci', grant: CI });
    expect(decide('Bearer gone', '/mcp', open)).toMatchObject({ kind: 'refuse', status: 401 });
    expect(decide('Bearer something', '/mcp', open)).toMatchObject({ kind: 'admit', principal: 'local' });
  });
});
