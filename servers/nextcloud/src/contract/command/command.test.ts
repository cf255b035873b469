import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warnOfPlainHttp } from '../../account/server-url.ts';
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts';
import { USERS } from '../../fixtures/connect.ts';
import { freePort } from '../../fixtures/local-server.ts';
import { MODULES } from '../../modules/modules.ts';
import type { ContractReport } from './report.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Strips types and compiles once for all runs. */
const KEEP_COMPILED = `--import=${new URL('../../../../../scripts/keep-compiled.mjs', import.meta.url)}`;
const PASSWORD = `${USERS.ada.password}\n`;
const COUNT = MODULES.filter(({ name }) => String(name) !== 'oauth').flatMap(({ tools }) => tools).length;

let emulator: Emulator;
let folder: string;
beforeAll(async () => {
  emulator = await createEmulator({ users: USERS, hasSamples: true });
  folder = await mkdtemp(join(tmpdir(), 'contract-'));
});
afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a process. `onLine` is called with each line of progress. */
async function run(
  args: readonly string[],
  {
    input = PASSWORD,
    onLine = () => undefined,
  }: { readonly input?: string; readonly onLine?: (line: string, stop: () => void) => void } = {},
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [KEEP_COMPILED, '--conditions=@toolmark/source', '--disable-warning=ExperimentalWarning', MAIN, ...args],
    {
      env: { PATH: process.env['PATH'] },
      timeout: 60_000,
    },
  );
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (texts.out += String(chunk)));
  createInterface(child.stderr).on('line', (line) => {
    texts.err += `${line}\n`;
    onLine(line, () => child.kill('SIGINT'));
  });
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...texts };
}

const at = (url: string, ...more: readonly string[]): readonly string[] => [
  '--url',
  url,
  '--user',
  'ada',
  '--password-stdin',
  ...more,
];

describe('npm run nextcloud:contract', { timeout: 90_000 }, () => {
  it('checks every tool, prints progress, reports as JSON, and removes everything it created', async () => {
    const [before, file] = [emulator.snapshot(), join(folder, 'report.json')];
    const more = ['--share-with', 'bob', '--recipe-url', 'http://recipes.test:8089/recipe.html', '--json', file];
    const { code, out, err } = await run(at(emulator.url, ...more));
    expect(code, out).toBe(0);
    expect(out).toContain(`${COUNT} passed, 0 failed, 0 not run`);
    expect(err).toContain('nc_notes_create_note: passed');
    const report = JSON.parse(await readFile(file, 'utf8')) as ContractReport;
    expect(report).toMatchObject({
      nextcloud: { version: '32.0.1' },
      isInterrupted: false,
      leftOut: [],
      leftBehind: [],
    });
    expect(report.tools).toHaveLength(COUNT);
    expect(report.tools.filter(({ status, reasons }) => status !== 'passed' || reasons.length > 0)).toEqual([]);
    expect(emulator.snapshot()).toEqual(before);
  });

  it('reports skipped cases with their reason, and skipped modules', async () => {
    const small = await createEmulator({ users: USERS, apps: ['files_sharing', 'news', 'dav-principals'] });
    try {
      const { code, out } = await run(at(small.url, '--module', 'sharing', '--module', 'news', '--module', 'deck'));
      expect(code, out).toBe(0);
      expect(out).toMatch(/nc_news_get_item\s+not run\n\s+The feeds of the account have no item yet/);
      expect(out).toMatch(
        /nc_share_create\s+passed\n\s+A share with a user needs another account; give it with --share-with NAME/,
      );
      expect(out).toContain("deck: left out, because the app 'deck' is not installed");
      expect((await run(at(small.url, '--module', 'deck'))).code).toBe(2);
    } finally {
      await small.close();
    }
  });

  it('reports the error message of a failed tool, and still cleans up', async () => {
    const before = emulator.snapshot();
    await using proxy = await breakMethod(emulator.url, 'COPY');
    const { code, out } = await run(at(proxy.url, '--module', 'webdav'));
    expect(code).toBe(1);
    expect(out).toMatch(/nc_webdav_copy_resource\s+failed\n\s+works: .*status 500/);
    expect(out).toContain('10 passed, 1 failed, 0 not run');
    expect(emulator.snapshot()).toEqual(before);
  });

  it('cleans up after Ctrl-C', async () => {
    const before = emulator.snapshot();
    let stopped = false;
    const { code, out, err } = await run(at(emulator.url, '--module', 'deck'), {
      onLine: (line, stop) => {
        if (stopped || !line.includes('12/')) return;
        stopped = true;
        stop();
      },
    });
    expect([code, stopped]).toEqual([130, true]);
    expect(err).toContain('removing the test data of deck');
    expect(out).toContain('The run was interrupted before this tool.');
    expect(emulator.snapshot()).toEqual(before);
  });

  it.each([
    ['a wrong password', () => run(at(emulator.url), { input: 'wrong\n' }), 'Create an app password'],
    ['no password', () => run(at(emulator.url), { input: '' }), 'no password on stdin'],
    ['a port where nothing listens', async () => run(at(`http://127.0.0.1:${await freePort()}`)), 'cannot be reached'],
    ['no address', () => run(['--user', 'ada', '--password-stdin']), 'Give --url URL'],
    ['a password nowhere', () => run(['--url', emulator.url, '--user', 'ada']), 'Give --password-stdin'],
    ['an unknown module', () => run(at(emulator.url, '--module', 'mail')), "knows no 'mail'"],
    ['an unknown option', () => run(['--password', 'x']), '--help lists the options'],
  ])('refuses %s with an error message', async (_, work, sentence) => {
    const { code, err } = await work();
    expect(err).toContain(sentence);
    expect(code).toBe(2);
  });

  it('prints help', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--share-with NAME') });
  });

  it('warns about a password over plain http, except on localhost', () => {
    expect(warnOfPlainHttp('http://cloud.example.org')).toContain('Use https');
    for (const url of ['https://cloud.example.org', 'http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:80'])
      expect(warnOfPlainHttp(url)).toBeUndefined();
  });
});

/** A proxy that answers one method with status 500. */
async function breakMethod(target: string, method: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((asked, response) => {
    if (asked.method === method) {
      asked.resume();
      response.writeHead(500).end();
      return;
    }
    const options = { method: asked.method, headers: asked.headers };
    const passed = request(new URL(asked.url ?? '/', target), options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
