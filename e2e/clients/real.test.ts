import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { REAL_CLIENTS, type RealClient } from './fixtures/real-clients.ts';

/** The deadline of one client: it is ended as soon as it did what the test waits for. */
const PATIENCE_MS = 90_000;

let gateway: TestGateway;
const cleanups: (() => Promise<void>)[] = [];
beforeAll(async () => {
  gateway = await startGateway({ readyWithinMs: 60_000, whenOver: (end) => void cleanups.push(end) });
}, PATIENCE_MS);
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
});

interface Running {
  readonly output: () => string;
  readonly hasEnded: () => boolean;
}

/** Starts the client as its user would, with a home folder of its own. */
function startClient({ program, args, env }: RealClient, home: string, cwd: string): Running {
  const { PATH = '' } = process.env;
  const child = spawn(program, args, {
    // A group of its own, because some start other programs.
    ...{ cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { PATH, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), TERM: 'dumb', NO_COLOR: '1', CI: '1', ...env },
  });
  let output = '';
  let ended = false;
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  child.on('error', (error) => {
    output += error.message;
    ended = true;
  });
  child.on('close', () => {
    ended = true;
  });
  onTestFinished(() => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has ended by itself.
    }
  });
  return { output: () => stripVTControlCharacters(output), hasEnded: () => ended };
}

async function clientsSeen(): Promise<readonly string[]> {
  const { body } = await gateway.api('/api/v1/sessions');
  const { sessions } = body as { readonly sessions: readonly { readonly client_name: string | null }[] };
  return sessions.map(({ client_name: name }) => name ?? '');
}

/** The programs are installed for Linux on x64 only. */
const canRun = process.platform === 'linux' && process.arch === 'x64';

describe.skipIf(!canRun)('a real client, connected by toolmark connect', () => {
  it.each(REAL_CLIENTS)('$client reads what was written, and reaches the gateway', async (real) => {
    const { client, program, prints, connectsAs, files = {} } = real;
    if (!existsSync(program))
      throw new Error(`${client} is not installed (${program}). Install it: npm test -- e2e/clients`);
    const home = mkdtempSync(join(tmpdir(), 'toolmark-real-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
    const project = join(home, 'project');
    mkdirSync(project);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), TOOLMARK_HOME: gateway.dataDir };
    const connected = await runCli(['connect', client, '--yes', '--json'], { env, cwd: project });
    expect(connected).toMatchObject({ code: 0 });
    const { file, token } = JSON.parse(connected.stdout) as { readonly file: string; readonly token: string };
    expect([token, statSync(file).mode & 0o777]).toEqual([client, 0o600]);

    const run = startClient(real, home, project);
    const isDone = async (): Promise<void> => {
      if (prints !== undefined) expect(run.output()).toMatch(prints);
      if (connectsAs !== undefined) expect(await clientsSeen(), run.output()).toContain(connectsAs);
    };
    await expect
      .poll(
        async () =>
          await isDone().then(
            () => true,
            (error: unknown) => error,
          ),
        {
          timeout: PATIENCE_MS,
          interval: 200,
        },
      )
      .toBe(true);

    expect(await runCli(['connect', client, '--undo', '--yes'], { env, cwd: project })).toMatchObject({ code: 0 });
    const left = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const original = Object.entries(files).find(([path]) => join(home, path) === file)?.[1];
    // Some clients rewrite their config, or add to it.
    if (original === undefined) expect(left).not.toContain('toolmark');
    else expect(left).toBe(original);
  });
});
