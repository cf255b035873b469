import { describe, expect, it } from 'vitest';
import { startGateway } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { createSetting } from './fixtures/setting.ts';
import { runInTerminal } from './fixtures/terminal.ts';

const DEMO = { command: 'toolmark', args: ['demo-server'] };

describe('toolmark servers login', () => {
  it('opens a browser, waits for it, and reports the outcome', async () => {
    const setting = await createSetting();
    const { dataDir } = setting.gateway;
    await setting.until({ auth: 'signed_out' });
    const doctor = await runCli(['doctor', '--data', dataDir]);
    expect(doctor.stdout).toMatch(/sign-ins +notes requires a sign-in\s+→ toolmark servers login notes/);
    const login = runInTerminal(['servers', 'login', 'notes'], dataDir);
    await setting.person.open(await setting.person.agree(await login.opened()));
    expect(await login.ended).toBe(0);
    expect([login.stdout(), login.stderr()]).toEqual([
      `✓ Signed in to notes at ${setting.authorization.issuer}. It is ready, with 2 tools.\n`,
      'Sign in to notes in your browser. Waiting…\n',
    ]);
    expect(await setting.call('read_note')).toBe('Milk, bread');
    const show = await runCli(['servers', 'show', 'notes', '--data', dataDir]);
    expect(show.stdout).toMatch(/signed in +yes, at http:\/\/127/);
    expect((await runCli(['doctor', '--data', dataDir])).stdout).toMatch(/sign-ins +signed in to 1 server/);

    const logout = await runCli(['servers', 'logout', 'notes', '--data', dataDir]);
    expect(logout).toEqual({ code: 0, stdout: '✓ Signed out of notes. Its tokens were revoked.\n', stderr: '' });
    const again = await runCli(['servers', 'logout', 'notes', '--data', dataDir]);
    expect(again).toEqual({ code: 0, stdout: 'notes had no sign-in.\n', stderr: '' });
    await setting.until({ state: 'failed', auth: 'signed_out' });
  });

  it('accepts the pasted redirect URL of a browser on another machine', async () => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    const login = runInTerminal(['servers', 'login', 'notes', '--no-browser', '--json'], setting.gateway.dataDir);
    login.type((await setting.person.agree(await login.printed())).href);
    expect(await login.ended).toBe(0);
    expect(JSON.parse(login.stdout())).toMatchObject({ name: 'notes', state: 'ready', auth: { state: 'signed_in' } });
  });

  it('notices a redirect by the browser although a URL was printed', async () => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    const login = runInTerminal(['servers', 'login', 'notes', '--no-browser'], setting.gateway.dataDir);
    await setting.person.open(await setting.person.agree(await login.printed()));
    expect(await login.ended).toBe(0);
  });

  it.each([
    ['something else', () => 'what a nice day', /neither the redirect address/],
    [
      'a code alone where answers say whom they are from',
      (back: URL) => back.searchParams.get('code') ?? '',
      /Paste the whole address/,
    ],
    ['an old answer', (back: URL) => back.href.replace(/state=[\w-]+/, 'state=old'), /is unknown/],
  ])('rejects %s that is pasted', async (_, paste, why) => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    const login = runInTerminal(['servers', 'login', 'notes', '--no-browser'], setting.gateway.dataDir);
    login.type(paste(await setting.person.agree(await login.printed())));
    expect([await login.ended, login.stdout()]).toEqual([1, '']);
    expect(login.stderr()).toMatch(why);
  });

  it('reports that the person declined', async () => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    const login = runInTerminal(['servers', 'login', 'notes'], setting.gateway.dataDir);
    await setting.person.open(await setting.person.decline(await login.opened()));
    expect([await login.ended, login.stdout()]).toEqual([1, '']);
    expect(login.stderr()).toMatch(/Access was denied in the browser\./);
  });

  it('times out, and stops at once on Ctrl-C', async () => {
    const setting = await createSetting();
    await setting.until({ auth: 'signed_out' });
    const { dataDir } = setting.gateway;
    const late = runInTerminal(['servers', 'login', 'notes', '--no-browser', '--timeout', '1'], dataDir);
    expect(await late.ended).toBe(1);
    expect(late.stderr()).toMatch(/No sign-in within 1 s\. Start again when you are ready\.\n$/);
    const cut = runInTerminal(['servers', 'login', 'notes', '--no-browser'], dataDir);
    await cut.printed();
    cut.child.kill('SIGINT');
    expect(await cut.ended).toBe(130);
    expect(cut.stderr()).toMatch(/Interrupted\.\n$/);
  });

  it('explains why a server needs no sign-in', async () => {
    const open = await startGateway({ servers: {}, auth: false });
    const { dataDir } = await startGateway({
      servers: {
        demo: DEMO,
        open: { url: open.mcpUrl },
        keyed: { url: open.mcpUrl, headers: { Authorization: 'Bearer of-the-config' } },
        off: { url: open.mcpUrl, disabled: true },
      },
    });
    const login = async (name: string) => {
      const { code, stdout, stderr } = await runCli(['servers', 'login', name, '--data', dataDir]);
      expect([code, stdout]).toEqual([2, '']);
      return stderr;
    };
    expect(await login('demo')).toMatch(/^Server 'demo' runs as a program on this machine, so it has no sign-in\./);
    expect(await login('open')).toMatch(/does not require a sign-in and does not describe one\.\n$/);
    expect(await login('keyed')).toMatch(
      /^Server 'keyed' gets its credentials from the config, which take precedence\./,
    );
    expect(await login('off')).toMatch(/^Server 'off' is disabled in the config\. Enable it first\.\n$/);
    expect(await login('dmeo')).toMatch(/^There is no server 'dmeo'\.\n$/);
  });
});
