import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmulator } from '../emulator/create-emulator.ts';
import { accountFile, readAccount, writeAccount } from './account-file.ts';
import { runLoginFlow } from './login-flow.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const signal = AbortSignal.timeout(20_000);

describe('the login flow', () => {
  it('returns an app password after the user has granted access', async () => {
    const emulator = await createEmulator();
    closing.push(emulator.close);
    const account = await runLoginFlow({
      url: `${emulator.url}/`,
      signal,
      everyMs: 5,
      onLink: (link) => void fetch(link, { method: 'POST' }),
    });
    expect(account).toEqual({ url: emulator.url, user: 'demo', password: 'demo' });
  });

  it('times out if the user does not grant access', async () => {
    const emulator = await createEmulator();
    closing.push(emulator.close);
    const waiting = runLoginFlow({ url: emulator.url, signal, everyMs: 5, withinMs: 30, onLink: () => {} });
    await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it.each([
    [
      'sends the login elsewhere',
      { poll: { token: 't', endpoint: 'http://evil.test/poll' }, login: 'http://evil.test/' },
      'REDIRECTED',
    ],
    ['is no Nextcloud', 'hello', 'UNEXPECTED_REPLY'],
  ])('is refused if the server %s', async (_, reply, code) => {
    const http = createServer((_request, response) => void response.end(JSON.stringify(reply)));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    closing.push(() => http.close());
    const { port } = http.address() as AddressInfo;
    const links: string[] = [];
    const login = runLoginFlow({ url: `http://127.0.0.1:${port}`, signal, onLink: (link) => links.push(link) });
    await expect(login).rejects.toMatchObject({ code });
    expect(links).toEqual([]);
  });

  it('says that a host cannot be reached', async () => {
    const login = runLoginFlow({ url: 'http://127.0.0.1:1', signal, onLink: () => {} });
    await expect(login).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});

describe('the account file', () => {
  it('is readable by its owner only, and says when it is damaged', async () => {
    const home = await mkdtemp(join(tmpdir(), 'toolmark-account-'));
    closing.push(() => rm(home, { recursive: true }));
    const file = accountFile({ TOOLMARK_HOME: home }, '/home/ada');
    const account = { url: 'https://cloud.test', user: 'ada', password: 'app-password' };
    expect(await readAccount(file)).toBeUndefined();
    await writeAccount(file, account);
    expect([(await stat(file)).mode & 0o777, await readAccount(file)]).toEqual([0o600, account]);
    await writeFile(file, (await readFile(file, 'utf8')).slice(1));
    expect(await readAccount(file)).toMatch(/is damaged\. Run toolmark-nextcloud login/);
  });
});
