import { describe, expect, it } from 'vitest';
import { httpFault } from './http-fault.ts';
import type { HttpOutcome } from './watched-fetch.ts';

const url = new URL('https://user:password@example.com/mcp?key=secret');
const answer = (status: number, fields: Partial<Extract<HttpOutcome, { kind: 'answer' }>> = {}): HttpOutcome => ({
  kind: 'answer',
  status,
  statusText: '',
  mediaType: '',
  location: undefined,
  ...fields,
});

describe('httpFault', () => {
  it.each<[string, HttpOutcome, string]>([
    ['401', answer(401, { statusText: 'Unauthorized' }), 'unauthorized'],
    ['403', answer(403), 'unauthorized'],
    ['a proxy that wants credentials', answer(407), 'unauthorized'],
    ['a redirect', answer(308, { location: 'https://user:password@other.example/mcp?key=secret' }), 'redirected'],
    ['a redirect to nowhere', answer(302, { location: 'https://' }), 'not-mcp'],
    ['500', answer(500), 'server-error'],
    ['a rate limit', answer(429), 'server-error'],
    ['404', answer(404), 'not-mcp'],
    ['a page', answer(200, { mediaType: 'text/html' }), 'not-mcp'],
    ['nothing', answer(204), 'not-mcp'],
    ['a refused connection', { kind: 'failure', code: 'ECONNREFUSED' }, 'unreachable'],
    ['an unknown host', { kind: 'failure', code: 'ENOTFOUND' }, 'unreachable'],
    ['a self-signed certificate', { kind: 'failure', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'unreachable'],
    ['something that is no HTTP', { kind: 'failure', code: 'HPE_INVALID_CONSTANT' }, 'not-mcp'],
  ])('explains %s in one sentence without secrets', (_, outcome, code) => {
    const fault = httpFault(url, outcome);
    expect(fault?.code).toBe(code);
    expect(fault?.message).toContain('https://example.com/mcp');
    expect(fault?.message).toMatch(/^[^\n]*[a-z)'…]\.$/);
    expect(fault?.message).not.toMatch(/secret|password|user/);
  });

  it('mentions --header if credentials are required', () => {
    expect(httpFault(url, answer(401))?.message).toContain('--header');
  });

  it.each([['application/json'], ['text/event-stream']])('returns nothing for %s', (mediaType) => {
    expect(httpFault(url, answer(200, { mediaType }))).toBeUndefined();
  });
});
