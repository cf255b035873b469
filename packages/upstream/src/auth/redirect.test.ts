import { describe, expect, it } from 'vitest';
import { isRedirectOf, redirectFor } from './redirect.ts';

const CALLBACK = 'http://127.0.0.1:7420/oauth/callback';

describe('the redirect address', () => {
  it('is unique and stable for each issuer', () => {
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
  ])('checks an answer at %s: %s', (path, isTaken) => {
    expect(isRedirectOf(`${CALLBACK}/own`, path)).toBe(isTaken);
  });
});
