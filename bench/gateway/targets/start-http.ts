import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../deadline.ts';
import { connectHttp } from '../load/http-client.ts';
import { connectSse } from '../load/sse-client.ts';
import { printed, type Started } from '../processes.ts';
import type { Running } from './target.ts';

const START_DEADLINE_MS = 60_000;
/**
 * The polling interval for a port, which is the precision of start times for gateways that do not report when they are
 * ready.
 */
const POLL_EVERY_MS = 5;

/** For a gateway that prints its URL. */
export async function runningWhenPrinted(
  started: Started,
  pattern: RegExp,
  toAddress: (printedAddress: string) => string,
  headers: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): Promise<Running> {
  return endOnFailure(started, async () => {
    const address = toAddress(await within(START_DEADLINE_MS, 'starting', printed(started, pattern)));
    const acceptsAt = performance.now();
    const given = await headers();
    return toRunning(started, acceptsAt, (era) => connectHttp(address, era, given));
  });
}

/** For a gateway with a given port, polled until it answers. */
export async function runningWhenListening(
  started: Started,
  port: number,
  speaks: 'http' | 'sse',
  path = '/mcp',
): Promise<Running> {
  return endOnFailure(started, async () => {
    let gone: string | undefined;
    void started.exited.then((how) => {
      gone = how;
    });
    while (!(await accepts(port))) {
      if (gone !== undefined) throw new Error(gone);
      if (performance.now() - started.spawnedAt > START_DEADLINE_MS) throw new Error('did not listen in time');
      await sleep(POLL_EVERY_MS);
    }
    const address = `http://127.0.0.1:${port}${path}`;
    return toRunning(started, performance.now(), (era) =>
      speaks === 'http' ? connectHttp(address, era, {}) : connectSse(address),
    );
  });
}

/** A currently free port, for gateways that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

function toRunning(
  { pid, spawnedAt, exited, end }: Started,
  acceptsAt: number,
  connectTo: Running['connect'],
): Running {
  return { pid, spawnedAt, acceptsAt, exited, connect: connectTo, end };
}

async function endOnFailure(started: Started, work: () => Promise<Running>): Promise<Running> {
  try {
    return await work();
  } catch (error) {
    await started.end();
    throw error;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
