import { describe, expect, it } from 'vitest';
import { parseCommand } from '../options.ts';

const ENV = { NEXTCLOUD_HOST: 'https://cloud.test', OAUTH_CLIENT_ID: 'id', OAUTH_CLIENT_SECRET: 'hidden' };
const parse = (line: string, env: Readonly<Record<string, string>> = ENV) =>
  parseCommand(line.split(' ').filter(Boolean), env);
const oauth = {
  issuer: 'https://id.test',
  nextcloudUrl: 'https://cloud.test',
  resource: 'http://127.0.0.1:7423/mcp',
  audience: 'http://127.0.0.1:7423/mcp',
  clientId: 'id',
  clientSecret: 'hidden',
};
const offline = { scopes: ['openid', 'offline_access'] };

describe('the options of OAuth', () => {
  it.each([
    ['--http --oauth https://id.test', ENV, oauth],
    ['--http', { ...ENV, OAUTH_ISSUER: 'https://id.test' }, oauth],
    [
      '--http --oauth https://id.test --oauth-resource https://mcp.test/mcp',
      ENV,
      { ...oauth, resource: 'https://mcp.test/mcp', audience: 'https://mcp.test/mcp' },
    ],
    ['--http --oauth https://id.test --oauth-audience mcp', ENV, { ...oauth, audience: 'mcp' }],
    ['--http --oauth https://id.test --oauth-client x', ENV, { ...oauth, clientId: 'x' }],
    ['--http --oauth https://id.test --oauth-exchange nextcloud', ENV, { ...oauth, exchangeAudience: 'nextcloud' }],
    ['--http --oauth https://id.test --oauth-offline', ENV, { ...oauth, offline }],
    [
      '--http --oauth https://id.test --oauth-offline --oauth-offline-scopes openid,x --oauth-key-file /k',
      { ...ENV, OAUTH_TOKEN_KEY: 'AAAA' },
      { ...oauth, offline: { scopes: ['openid', 'x'], keyFile: '/k', key: 'AAAA' } },
    ],
  ])('%j', (line, env, expected) => {
    expect(parse(line, env)).toEqual({ kind: 'serve', serve: { isDemo: false, port: 7423, oauth: expected } });
  });

  it.each([
    ['--oauth https://id.test', ENV, /^Give --http together with --oauth/],
    ['--http --oauth-exchange x', ENV, /^Give --oauth ISSUER together with --oauth-exchange/],
    ['--http --oauth http://id.test', ENV, /^--oauth wants the https address/],
    ['--http --oauth id.test', ENV, /^--oauth wants the https address/],
    [
      '--http --oauth https://ada:pw@id.test',
      ENV,
      /^--oauth wants the https address of an issuer, not 'https:\/\/…@id.test'/,
    ],
    ['--http --oauth https://id.test --url https://ada:pw@cloud.test', ENV, /not 'https:\/\/…@cloud.test'/],
    ['--http --oauth https://id.test --oauth-resource https://ada:pw@m.test', ENV, /not 'https:\/\/…@m.test'/],
    ['--http --oauth https://id.test --demo', ENV, /leave out --demo/],
    ['--http --oauth https://id.test --user ada', ENV, /leave out --user/],
    ['--http --oauth https://id.test', {}, /^Where is your Nextcloud\?/],
    ['--http --oauth https://id.test --url http://cloud.test', ENV, /--url wants an https address/],
    ['--http 0 --oauth https://id.test', ENV, /^Give --oauth-resource URL, or a port/],
    ['--http --oauth https://id.test --oauth-resource http://mcp.test', ENV, /^--oauth-resource wants/],
    ['--http --oauth https://id.test --oauth-offline', { NEXTCLOUD_HOST: 'https://c.test' }, /--oauth-client ID/],
    ['--http --oauth https://id.test --oauth-key-file /k', ENV, /^Give --oauth-offline together/],
    ['--http --oauth https://id.test --oauth-offline --oauth-offline-scopes x', ENV, /must contain openid/],
  ])('%j is refused with an error message', (line, env, message) => {
    expect(parse(line, env)).toEqual({ kind: 'problem', message: expect.stringMatching(message) });
  });
});
