import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { LET_PASS, startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { connectTo } from './fixtures/clients.ts';
import { createFolder, ledger, untilOffered, viewOf } from './fixtures/record.ts';

const SOON = { timeout: 60_000, interval: 200 };
const servers = { ledger: ledger() };
const keeping = (sessions: number) => ({ record: { retention: { sessions } } });

async function start(dataDir: string, config?: Record<string, unknown>): Promise<TestGateway> {
  const gateway = await startGateway({ dataDir, servers, ...(config && { config }) });
  await untilOffered(gateway);
  return gateway;
}

/** Creates one session for each name, oldest first. */
async function visit(gateway: TestGateway, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const client = await connectTo(gateway, 'older', { name });
    await client.call('look', { n: 1 });
    await client.call('remove', { n: 2 });
    await client.leave();
  }
}

const clientsOf = async (gateway: TestGateway): Promise<readonly (string | null)[]> =>
  (await viewOf(gateway).sessions('?limit=100')).sessions.map(({ client_name: name }) => name);

const all = ['a', 'b', 'c', 'd', 'e', 'f'];
const newest = ['f', 'e', 'd'];

/** Expects that the calls, index words and sums of deleted sessions are gone, too. */
async function expectNothingLeft(gateway: TestGateway): Promise<void> {
  const view = viewOf(gateway);
  const { tool_calls: calls, total } = await view.calls();
  expect(total).toBe(6);
  expect(new Set(calls.map(({ client_name: name }) => name))).toEqual(new Set(newest));
  expect((await view.calls('?q=removed')).total).toBe(3);
  const stats = await view.stats('?from=1h');
  expect(stats).toMatchObject({ calls: 6, sessions: 3, by_class: { read: 3, additive: 0, destructive: 3 } });
  expect(stats.total_tokens).toBe(calls.reduce((sum, { metrics }) => sum + (metrics.total_tokens ?? 0), 0));
}

// FR-022, D-limit
describe('the newest sessions are kept, and the others deleted', () => {
  it('when the config is changed while the gateway runs', async () => {
    const dataDir = createFolder();
    const gateway = await start(dataDir);
    await visit(gateway, all);
    expect(await clientsOf(gateway)).toEqual(all.toReversed());
    const [gone] = (await viewOf(gateway).sessions('?limit=1&offset=5')).sessions;
    gateway.reconfigure(JSON.stringify({ mcpServers: servers, policy: LET_PASS, ...keeping(3) }));
    await expect.poll(() => clientsOf(gateway), SOON).toEqual(newest);
    await expectNothingLeft(gateway);
    // A request for a deleted session says so.
    for (const path of ['', '/tool-calls']) {
      expect(await gateway.api(`/api/v1/sessions/${gone?.id}${path}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found', message: expect.stringContaining('deleted') } },
      });
    }
    expect(await viewOf(gateway).calls(`?session_id=${gone?.id}`)).toMatchObject({ tool_calls: [], total: 0 });
  });

  it('when a gateway starts with a lower limit', async () => {
    const dataDir = createFolder();
    const first = await start(dataDir);
    await visit(first, all);
    await first.stop();
    const second = await start(dataDir, keeping(3));
    await expect.poll(() => clientsOf(second), SOON).toEqual(newest);
    await expectNothingLeft(second);
    await second.stop();
    const database = new DatabaseSync(join(dataDir, 'record', 'record.db'), { readOnly: true });
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  });

  it('by default when there are more than a hundred', async () => {
    const dataDir = createFolder();
    const first = await start(dataDir);
    const client = await connectTo(first, 'modern');
    for (let n = 0; n < 103; n++) await client.call('look', { n }, { conversation: `number ${n}` });
    expect((await viewOf(first).sessions()).total).toBeGreaterThanOrEqual(100);
    await first.stop();
    const second = await start(dataDir);
    const view = viewOf(second);
    await expect.poll(async () => (await view.sessions()).total, SOON).toBe(100);
    const { sessions } = await view.sessions('?limit=100');
    expect(sessions.at(-1)?.conversation).toBe('number 3');
    expect((await view.calls()).total).toBe(100);
  });
});
