import { describe, expect, it } from 'vitest';
import { isRedirectOf, redirectFor } from './redirect.ts';

const CALLBACK = 'http://127.0.0.1:7420/oauth/callback';

describe('the address that browsers come back to', () => {
  it('is another one for each authorization server, and the same each time', () => {
    const issuers = ['https://login.example', 'https://login.example/', 'https://login.example/tenant', ''];
    const redirects = issuers.map((issuer) => redirectFor(CALLBACK, issuer));
    expect(new Set(redirects).size).toBe(issuers.length);
    expect(issuers.map((issuer) => redirectFor(CALLBACK, issuer))).toEqual(redirects);
    for (const redirect of redirects)
      expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:7420\/oauth\/callback\/[\w-]{22}$/);
  });

  it.each([
    ['/oauth/callback/own', true],
    ['/oauth/callback/other', false],
    ['/oauth/callback', false],
    [undefined, true],
  ])('takes an answer that came to %s: %s', (path, isTaken) => {
    expect(isRedirectOf(`${CALLBACK}/own`, path)).toBe(isTaken);
  });
});
