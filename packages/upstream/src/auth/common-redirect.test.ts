import { describe, expect, it } from 'vitest';
import { aConfig } from '../fixtures/server-setup.ts';
import type { OAuthConfig } from '../upstream-config.ts';
import { handRegistered, mixUpProblem } from './common-redirect.ts';
import { aSignIn } from './fixtures/a-sign-in.ts';
import { redirectFor } from './redirect.ts';
import type { SignInRecord } from './sign-in-record.ts';

const COMMON = 'http://127.0.0.1:7420/oauth/callback';
const HERE = 'https://login.example';
const ELSEWHERE = 'https://other.example';

/** Signs in to `notes` at an issuer that sends no `iss` in its answers. */
function problemWith(
  oauths: Readonly<Record<string, OAuthConfig>>,
  ...signIns: readonly SignInRecord[]
): string | undefined {
  const servers = Object.entries(oauths).map(([name, oauth]) => ({
    ...aConfig(),
    name,
    oauth,
    target: { kind: 'url', url: 'https://mcp.example/mcp' } as const,
  }));
  const clients = handRegistered(servers, { version: 1, signIns }, COMMON);
  return mixUpProblem({ server: 'notes', issuer: HERE, commonUrl: COMMON, clients })?.message;
}
const usedAt = (issuer: string, kind: 'configured' | 'registered', redirectUrl = COMMON): SignInRecord =>
  aSignIn({ server: 'former', issuer, client: { kind, id: 'c', redirectUrl } });

const notes = { clientId: 'me', issuer: HERE };

describe('a hand-registered client with the common redirect address', () => {
  it.each<[string, string | undefined]>([
    ['is the only one, at an issuer set in the config', problemWith({ notes })],
    ['shares the issuer with another client', problemWith({ notes, other: { clientId: 'x', issuer: `${HERE}/` } })],
    ['coexists with servers that use dynamic registration', problemWith({ notes, other: {} })],
    ['was used at the same issuer before', problemWith({ notes }, usedAt(HERE, 'configured'))],
    ['coexists with a sign-in of a registered client', problemWith({ notes }, usedAt(ELSEWHERE, 'registered'))],
    [
      'coexists with a sign-in at another address',
      problemWith({ notes }, usedAt(ELSEWHERE, 'configured', redirectFor(COMMON, ELSEWHERE))),
    ],
  ])('is accepted if it %s', (_name, problem) => expect(problem).toBeUndefined());

  it.each<[string, string | undefined]>([
    ['another issuer', problemWith({ notes, other: { clientId: 'x', issuer: ELSEWHERE } })],
    ['an unknown issuer', problemWith({ notes, other: { clientId: 'x' } })],
    [
      'another issuer with any redirect address',
      problemWith({ notes, other: { clientId: 'x', issuer: ELSEWHERE, redirect: 'issuer' } }),
    ],
    [
      'every issuer that reads our client metadata document',
      problemWith({ notes, other: { clientMetadataUrl: 'https://me.example/c', issuer: HERE } }),
    ],
    ['another issuer in a sign-in', problemWith({ notes }, usedAt(ELSEWHERE, 'configured'))],
  ])('is refused next to a client of %s, and names the address to register', (_name, problem) => {
    expect(problem).toContain(`replace it by ${redirectFor(COMMON, HERE)}, and set oauth.redirect`);
  });

  it('is refused when only the server names its issuer', () => {
    expect(problemWith({ notes: { clientId: 'me' } })).toContain(`set oauth.issuer of this server to ${HERE}`);
  });
});
