import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../../../base/src/fixtures/fake-clock.ts';
import { createFakeCore, type FakeCore, SERVER_INFO } from '../fixtures/fake-core.ts';
import { createPipes } from '../fixtures/pipes.ts';
import { rawRequest } from '../fixtures/raw-request.ts';
import { INITIALIZE, initialize, legacy } from '../fixtures/requests.ts';
import { type ServedFront, serveFront } from '../fixtures/serve.ts';
import { type StdioFront, serveStdioFront } from '../stdio/serve-stdio.ts';

const LIMITS = { bodyBytes: 1_000_000, depth: 100, values: 100_000, sessions: 1, sessionIdleMs: 30 * 60_000 };

/** A core that records which sessions were closed. */
function createHearingCore(): { readonly core: FakeCore; readonly left: string[] } {
  const left: string[] = [];
  const core = createFakeCore();
  const openSession: FakeCore['openSession'] = (channel) => {
    const { close } = core.openSession(channel);
    return {
      close: () => {
        left.push(channel.id);
        close();
      },
    };
  };
  return { left, core: { ...core, openSession } };
}

describe('the core is told once that an older client has left', () => {
  let front: ServedFront;
  let clock: FakeClock;
  let left: string[];
  beforeEach(async () => {
    clock = createFakeClock();
    const hearing = createHearingCore();
    left = hearing.left;
    front = await serveFront({ clock, limits: LIMITS, core: hearing.core });
  });
  afterEach(() => front.close());

  it.each<[string, (session: string) => Promise<unknown>]>([
    [
      'ends its session',
      (session) => rawRequest(front.url, { method: 'DELETE', headers: { 'mcp-session-id': session } }),
    ],
    ['is idle for too long', () => clock.advance(1.1 * LIMITS.sessionIdleMs)],
    [
      'is replaced by another',
      async () => {
        await clock.advance(60_000);
        return rawRequest(front.url, legacy(INITIALIZE));
      },
    ],
    ['is connected when the gateway stops', () => front.front.close(0)],
  ])('when it %s', async (_name, leave) => {
    const session = await initialize(front.url);
    expect(left).toEqual([]);
    await leave(session);
    expect(left).toEqual([session]);
    await rawRequest(front.url, { method: 'DELETE', headers: { 'mcp-session-id': session } });
    expect(left).toEqual([session]);
  });
});

it.each<[string, (front: StdioFront, stdin: ReturnType<typeof createPipes>['stdin']) => unknown]>([
  ['closes stdin', (_front, stdin) => stdin.end()],
  ['breaks off', (_front, stdin) => stdin.destroy(new Error('broken'))],
  ['is connected when the gateway stops', (front) => front.close(0)],
])('the core is told once that an older client on stdio has left when it %s', async (_name, leave) => {
  const { core, left } = createHearingCore();
  const { stdin, stdout, send, next } = createPipes();
  const ignore = (): void => {};
  const front = serveStdioFront({
    core,
    clock: createFakeClock(),
    stdin,
    stdout,
    limits: { bodyBytes: 100_000, depth: 50, values: 5_000, drainMs: 1_000 },
    newId: () => 'the-session',
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    serverInfo: SERVER_INFO,
  });
  send(INITIALIZE);
  await next();
  expect(left).toEqual([]);
  await leave(front, stdin);
  await front.closed;
  await front.close(0);
  expect(left).toEqual(['the-session']);
});
