import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../emulator/create-emulator.ts';
import { programArgs } from '../fixtures/process.ts';

let emulator: Emulator;
let home: string;
beforeAll(async () => {
  emulator = await createEmulator({ apps: ['notes', 'files_sharing', 'deck'] });
  home = await mkdtemp(join(tmpdir(), 'toolmark-login-'));
});
afterAll(async () => {
  await emulator.close();
  await rm(home, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: readonly string[];
  readonly err: string;
}

/** Runs the program, and calls back with each line of its output. */
async function run(
  args: readonly string[],
  onLine: (line: string, stop: () => void) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, programArgs(...args), {
    env: { PATH: process.env['PATH'], TOOLMARK_HOME: home },
    timeout: 15_000,
  });
  const out: string[] = [];
  let err = '';
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  createInterface(child.stdout).on('line', (line) => {
    out.push(line);
    onLine(line, () => child.kill('SIGINT'));
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

describe('toolmark-nextcloud login', () => {
  it('prints a link, keeps the app password for its owner only, and doctor then works with it', async () => {
    const { code, out, err } = await run(['login', `${emulator.url}/`], (line) => {
      if (line.trim().startsWith('http')) void fetch(line.trim(), { method: 'POST' });
    });
    expect([code, err]).toEqual([0, '']);
    const file = join(home, 'nextcloud', 'account.json');
    expect(out.join('\n')).toContain(`as demo. The app password is in ${file}.`);
    const account = JSON.parse(await readFile(file, 'utf8')) as { readonly password: string };
    expect([account, (await stat(file)).mode & 0o777]).toEqual([
      { url: emulator.url, user: 'demo', password: expect.any(String) },
      0o600,
    ]);
    const doctor = await run(['doctor']);
    expect(doctor).toEqual({
      code: 0,
      err: '',
      out: [
        'ok    server: Nextcloud 32.0.1',
        'ok    credentials: signed in as demo',
        'ok    apps: notes, deck, files_sharing; not installed, so their tools are left out: tables, cookbook, news',
      ],
    });
  });

  it('stops on Ctrl-C without storing an account', async () => {
    await rm(join(home, 'nextcloud'), { recursive: true });
    const { code, err } = await run(['login', emulator.url], (line, stop) => {
      if (line.startsWith('Waiting')) stop();
    });
    expect([code, err]).toEqual([130, '']);
    expect((await run(['doctor'])).err).toContain('You are not signed in.');
  });
});
