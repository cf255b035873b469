import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createEmulator } from '../emulator/create-emulator.ts';
import { USERS } from '../fixtures/connect.ts';
import { programArgs } from '../fixtures/process.ts';
import { createProvider, SERVER_CLIENT } from '../oauth/fixtures/provider.ts';

const RESOURCE = 'https://mcp.test/mcp';
const provider = await createProvider(RESOURCE, 'https://mcp.test/oauth/callback');
const emulator = await createEmulator({ users: USERS });
afterAll(async () => {
  await provider.close();
  await emulator.close();
});

const { clientId, clientSecret } = SERVER_CLIENT;
const CLIENT = { OAUTH_CLIENT_ID: clientId, OAUTH_CLIENT_SECRET: clientSecret };
const doctor = async (args: readonly string[], env: Readonly<Record<string, string>> = CLIENT) => {
  const options = { env: { PATH: process.env['PATH'], TOOLMARK_HOME: '/nonexistent', ...env } };
  const ended = await promisify(execFile)(process.execPath, programArgs('doctor', ...args), options).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const { stdout, stderr } = ended;
  expect(stdout + stderr).not.toContain('secret');
  return { code: 'code' in ended ? ended.code : 0, lines: stdout.trim().split('\n'), stderr };
};
const oauth = (issuer: string): readonly string[] => [
  ...['--url', emulator.url, '--oauth', issuer, '--oauth-resource', RESOURCE, '--modules', 'notes,sharing'],
];

describe('doctor', () => {
  it('reports on the issuer, the resource and the scopes', async () => {
    const { issuer } = provider;
    const args = [...oauth(issuer), '--oauth-offline', '--oauth-exchange', 'nextcloud', '--oauth-audience', 'mcp'];
    expect(await doctor(args)).toEqual({
      code: 0,
      stderr: '',
      lines: [
        expect.stringMatching(/^ok {4}server: Nextcloud 32\./),
        `ok    issuer: ${issuer}, metadata read`,
        `ok    keys: 1 for signatures at ${issuer}/jwks`,
        `ok    introspection: ${issuer}/token/introspection, and it accepts this server's client`,
        'ok    exchange: tokens are exchanged for ones with the audience nextcloud',
        'ok    offline access: sign-in with PKCE',
        `ok    resource: ${RESOURCE}, described at https://mcp.test/.well-known/oauth-protected-resource/mcp`,
        'ok    audience: tokens must be issued for mcp',
        "ok    scopes: notes:write notes:read sharing:write sharing:read openid; the issuer's metadata does not name: notes:write notes:read sharing:write sharing:read",
      ],
    });
    expect(provider.requests).toContain('POST /token/introspection');
  });

  it('fails if the issuer does not accept the client', async () => {
    const { code, lines } = await doctor(oauth(provider.issuer), { ...CLIENT, OAUTH_CLIENT_SECRET: 'wrong' });
    expect([code, lines[3]]).toEqual([
      1,
      `FAIL  introspection: ${provider.issuer}/token/introspection does not accept this server's client. Check --oauth-client and OAUTH_CLIENT_SECRET.`,
    ]);
  });

  it('reports that without a client only JWTs are accepted', async () => {
    const { code, lines } = await doctor(oauth(provider.issuer), {});
    expect([code, lines[3]]).toEqual([
      0,
      'ok    introspection: not used without --oauth-client; only tokens that are JWTs are accepted',
    ]);
  });

  it('fails for an unreachable issuer, and still reports the other checks', async () => {
    const { code, lines } = await doctor(oauth('http://127.0.0.1:1'));
    expect([code, lines.map((line) => line.split(':', 1)[0])]).toEqual([
      1,
      ['ok    server', 'FAIL  issuer', 'ok    resource', 'ok    audience', 'ok    scopes'],
    ]);
  });

  it('checks the account of the environment', async () => {
    const env = { NEXTCLOUD_HOST: emulator.url, NEXTCLOUD_USERNAME: 'ada', NEXTCLOUD_PASSWORD: USERS.ada.password };
    const { code, lines } = await doctor([], env);
    expect([code, lines]).toEqual([
      0,
      [
        expect.stringMatching(/^ok {4}server: /),
        'ok    credentials: signed in as ada',
        expect.stringMatching(/^ok {4}apps: /),
      ],
    ]);
  });

  it.each([
    [['--demo'], /leave out --demo/],
    [['--oauth', 'http://id.test'], /--oauth wants the https address/],
    [['--prot'], /Unknown option '--prot'/],
  ])('refuses %j in one line', async (args, message) => {
    expect(await doctor(args, {})).toEqual({ code: 2, lines: [''], stderr: expect.stringMatching(message) });
  });
});
