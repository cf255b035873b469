import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startGateway, type TestGateway, TOOLMARK } from '../gateway/fixtures/gateway.ts';
import { CLIENTS, type ClientProgram } from './fixtures/clients.ts';
import { EXPECTED, exceptionFor } from './fixtures/expectations.ts';
import { type ClientRun, runClient, SERVERS, type Way } from './fixtures/run-client.ts';

const CAPABLE = fileURLToPath(new URL('./fixtures/capable-server.mjs', import.meta.url));
const TRANSPORTS = ['http', 'stdio'] as const;
/** A loaded machine needs several times the half minute that it takes. */
const PATIENCE_MS = 240_000;

const cleanups: (() => void | Promise<void>)[] = [];
const runs = new Map<string, ClientRun>();
const keyOf = ({ name }: ClientProgram, transport: string): string => `${name}-${transport}`;

/** All clients use one gateway at the same time, and go on using it after its restart. */
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolmark-clients-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const upstream = await startCapable();
  const servers = Object.fromEntries(SERVERS.map((name) => [name, { url: `${upstream}/${name}` }]));
  const first = await start(dataDir, servers);
  for (const transport of TRANSPORTS)
    for (const client of CLIENTS)
      runs.set(keyOf(client, transport), runClient(client, wayTo(first, transport), keyOf(client, transport)));
  const all = [...runs.values()];
  cleanups.push(() => {
    for (const { kill } of all) kill();
  });
  await soon(all.map(({ waitsFor }) => waitsFor('change')));
  await fetch(`${upstream}/change`);
  for (const { goOn } of all) goOn();
  await soon(all.map(({ waitsFor }) => waitsFor('restart')));
  await first.stop();
  await start(dataDir, servers, ['--port', new URL(first.url).port]);
  for (const { goOn } of all) goOn();
  await soon(all.map(({ ended }) => ended));
}, PATIENCE_MS);

afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

/** Clients that are not there in time fail by themselves. */
async function soon(events: readonly Promise<void>[]): Promise<void> {
  await Promise.race([Promise.all(events), delay(PATIENCE_MS / 4, undefined, { ref: false })]);
}

/** Starts the server behind the gateway, which is not restarted. */
async function startCapable(): Promise<string> {
  const child = spawn(process.execPath, [CAPABLE], { stdio: ['ignore', 'pipe', 'inherit'] });
  cleanups.push(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^ready (\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the capable server ended');
}

async function start(
  dataDir: string,
  servers: Readonly<Record<string, object>>,
  args: readonly string[] = [],
): Promise<TestGateway> {
  const whenOver = (end: () => Promise<void>): void => void cleanups.push(end);
  // MCP's defaults decide, so that what erases something asks.
  const gateway = await startGateway({ dataDir, servers, args, config: { policy: {} }, whenOver });
  const isOffered = async () => {
    const { body } = await gateway.api('/api/v1/tools');
    expect((body as { readonly total: number }).total).toBeGreaterThanOrEqual(18);
  };
  await vi.waitFor(isOffered, { timeout: 20_000 });
  return gateway;
}

function wayTo(gateway: TestGateway, transport: (typeof TRANSPORTS)[number]): Way {
  return transport === 'http'
    ? { url: gateway.mcpUrl, token: gateway.token }
    : { command: [process.execPath, TOOLMARK, 'stdio', '--data', gateway.dataDir] };
}

const cells = SERVERS.flatMap((server) =>
  Object.entries(EXPECTED).map(([capability, expected]) => ({ server, capability, expected })),
);

describe.each(TRANSPORTS)('over %s', (transport) => {
  describe.each(CLIENTS)('$name', (client) => {
    const run = (): ClientRun => runs.get(keyOf(client, transport)) ?? expect.fail('not started');

    it('speaks the revision that it is asked for', () => {
      expect(run().era()).toBe(client.era === 'auto' ? 'modern' : 'legacy');
    });

    it.each(cells)('$capability, of the $server server', ({ server, capability, expected }) => {
      expect(run().saw(server, capability)).toEqual(exceptionFor(client, capability) ?? expected(server));
    });
  });
});
