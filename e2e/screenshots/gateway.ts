import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const toPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const TOOLMARK = toPath('../../packages/cli/bin/toolmark.js');
const READY_WITHIN_MS = 60_000;

/** A gateway for screenshots. */
export interface ScreenshotGateway {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly api: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

export interface ShownOptions {
  /** Its home folder. */
  readonly home: string;
  /** How far its clock is behind. */
  readonly lateMs?: number;
  readonly port?: number;
}

/** Starts the built gateway like a new installation, in its own home folder. */
export async function startScreenshotGateway({ home, lateMs = 0, port = 0 }: ShownOptions): Promise<ScreenshotGateway> {
  const child = spawn(
    process.execPath,
    ['--import', toPath('./clock.mjs'), TOOLMARK, 'serve', '--port', String(port)],
    {
      cwd: home,
      env: {
        ...process.env,
        HOME: home,
        TOOLMARK_HOME: undefined,
        // Programs that a user would have installed.
        PATH: [
          join(home, 'bin'),
          toPath('../../node_modules/.bin'),
          dirname(process.execPath),
          process.env['PATH'],
        ].join(delimiter),
        SCREENSHOTS_LATE_MS: String(lateMs),
        SCREENSHOTS_STARTED_AT: String(Date.now()),
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    if ((await Promise.race([gone, delay(15_000, undefined, { ref: false })])) === undefined) child.kill('SIGKILL');
    await gone;
  };
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  }
  const until = performance.now() + READY_WITHIN_MS;
  let url: string | undefined;
  while (url === undefined) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop();
      throw new Error(`The gateway did not get ready:\n${said}`);
    }
    await delay(20);
    url = /^toolmark ready (http:\S+)$/m.exec(said)?.[1];
  }
  const bearer = (file: string) => ({
    authorization: `Bearer ${readFileSync(join(home, '.toolmark', file), 'utf8').trim()}`,
  });
  return { url, headers: bearer('stdio-token'), stop, api: apiOf(url, bearer('owner-token')) };
}

function apiOf(url: string, headers: Readonly<Record<string, string>>): ScreenshotGateway['api'] {
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...headers,
        'toolmark-client': 'web/0.1.0',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as Answer;
  };
}

/** Repeats a request until the answer is as expected. */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
  withinMs = 60_000,
): Promise<Answer> {
  for (const ends = performance.now() + withinMs; performance.now() < ends; await delay(100)) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
  }
  throw new Error('What was waited for did not happen.');
}

/** The default port if it is free, because it is visible; otherwise any free one. */
export async function freePort(): Promise<number> {
  const usual = 7420;
  const server = createServer().listen(usual, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? usual : 0;
}
