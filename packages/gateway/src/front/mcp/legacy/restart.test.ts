import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../../../base/src/fixtures/fake-clock.ts';
import { rawRequest } from '../fixtures/raw-request.ts';
import { initialize, legacy } from '../fixtures/requests.ts';
import { type ServedFront, serveFront } from '../fixtures/serve.ts';
import { openSessionFile, type SessionFile } from './session-file.ts';

const HOUR = 3_600_000;
const LIMITS = { bodyBytes: 1_000_000, depth: 100, values: 100_000, sessions: 3, sessionIdleMs: HOUR / 2 };
const PING = { id: 1, method: 'tools/list' };

let folder: string;
let path: string;
let clock: FakeClock;
let warnings: string[];
const opened: Started[] = [];

interface Started {
  readonly front: ServedFront;
  readonly file: SessionFile | undefined;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-sessions-'));
  path = join(folder, 'sessions.json');
  clock = createFakeClock(Date.parse('2026-11-19T08:00:00Z'));
  warnings = [];
});
afterEach(async () => {
  for (const each of opened.splice(0)) await stop(each);
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Started> {
  const line = (_fields: object, message: string): void => void warnings.push(message);
  const file = await openSessionFile(path, { clock, log: { warn: line, error: line } });
  const started = { file, front: await serveFront({ clock, limits: LIMITS, sessionFile: file }) };
  opened.push(started);
  return started;
}

async function stop({ front, file }: Started): Promise<void> {
  await front.close();
  await file?.close();
}

async function restart(before: Started): Promise<Started> {
  opened.splice(opened.indexOf(before), 1);
  await stop(before);
  return start();
}

const statusOf = async (front: ServedFront, session: string, headers = {}): Promise<number> =>
  (await rawRequest(front.url, legacy(PING, session, headers))).status;

describe('after a restart, the session of an older client', () => {
  it('goes on with its facts and its log level', async () => {
    const first = await start();
    const session = await initialize(first.front.url);
    const [before] = first.front.core.channels;
    before?.onLogLevel?.('warning');
    const { front } = await restart(first);
    expect(await statusOf(front, session)).toBe(200);
    const { client, capabilities, protocolVersion } = front.core.callers.at(-1) ?? {};
    expect({ client, capabilities, protocolVersion }).toEqual({
      client: { name: 'tests', version: '1.0.0' },
      capabilities: { elicitation: {} },
      protocolVersion: '2025-11-25',
    });
    expect([...front.core.channels].map(({ id, logLevel }) => [id, logLevel])).toEqual([[session, 'warning']]);
  });

  it('opens its stream again', async () => {
    const first = await start();
    const session = await initialize(first.front.url);
    const { front } = await restart(first);
    const controller = new AbortController();
    const headers = { accept: 'text/event-stream', 'mcp-session-id': session };
    const response = await fetch(front.url, { headers, signal: controller.signal });
    expect(response.status).toBe(200);
    controller.abort();
  });

  it.each([{ 'x-principal': 'other' }, { 'x-door': '/mcp/search' }])(
    'does not exist for another credential or door: %j',
    async (headers) => {
      const first = await start();
      const session = await initialize(first.front.url);
      const { front } = await restart(first);
      expect(await statusOf(front, session, headers)).toBe(404);
      expect(await statusOf(front, session)).toBe(200);
    },
  );

  it('stays ended if the client had ended it', async () => {
    const first = await start();
    const session = await initialize(first.front.url);
    await rawRequest(first.front.url, { method: 'DELETE', headers: { 'mcp-session-id': session } });
    expect(await statusOf(first.front, session)).toBe(404);
    const { front } = await restart(first);
    expect(await statusOf(front, session)).toBe(404);
  });

  it('is forgotten after a day', async () => {
    const first = await start();
    const session = await initialize(first.front.url);
    await first.front.close();
    await clock.advance(25 * HOUR);
    const { front } = await restart(first);
    expect(await statusOf(front, session)).toBe(404);
  });

  it('survives a crash too', async () => {
    const first = await start();
    const session = await initialize(first.front.url);
    await clock.advance(1_000);
    await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain(session);
    const { front } = await start();
    expect(await statusOf(front, session)).toBe(200);
  });
});

describe('the file of sessions', () => {
  it('is readable by its owner only', async () => {
    const first = await start();
    await initialize(first.front.url);
    await restart(first);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is left alone when it cannot be parsed, and sessions then end with the gateway', async () => {
    await writeFile(path, '{"version":2}');
    const first = await start();
    expect(warnings).toEqual([expect.stringMatching(/^Sessions of clients will not survive a restart: /)]);
    const session = await initialize(first.front.url);
    const { front } = await restart(first);
    expect(await statusOf(front, session)).toBe(404);
    expect(await readFile(path, 'utf8')).toBe('{"version":2}');
  });

  it('keeps no more than 500 sessions, and none of a client with endless facts', async () => {
    const file = (await openSessionFile(path, { clock, log: { warn: () => {}, error: () => {} } })) as SessionFile;
    const facts = { principal: 'local', grant: null, door: '/mcp', protocolVersion: '2025-11-25', logLevel: null };
    for (let n = 0; n < 600; n++)
      file.keep({ ...facts, id: `s${n}`, client: { n }, capabilities: {}, usedAt: clock.now() + n });
    file.keep({ ...facts, id: 'long', client: { name: 'x'.repeat(20_000) }, capabilities: {}, usedAt: clock.now() });
    await file.close();
    const { sessions } = JSON.parse(await readFile(path, 'utf8')) as { readonly sessions: readonly { id: string }[] };
    expect([sessions.length, sessions[0]?.id, sessions.at(-1)?.id]).toEqual([500, 's100', 's599']);
  });
});
