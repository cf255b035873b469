import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Session } from '@toolmark/api-contract';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { type ClientEra, connectStdio, connectTo, eras, type TestClient } from './fixtures/clients.ts';
import { createFolder, ledger, untilOffered, viewOf } from './fixtures/record.ts';

/** Short enough for a test, long enough that a pause on a slow machine does not end the session. */
const IDLE_SECONDS = 5;
const config = { record: { sessionIdle: IDLE_SECONDS } };
const servers = { ledger: ledger() };

/** Five calls of three classes, of which one fails. */
const TOOLS = ['look', 'measure', 'add', 'remove', 'stumble'];
/** The text of their results for the model. */
const ANSWERS = [
  'Looked at number 0: the quick brown fox jumps over the lazy dog.',
  '{"size":1}',
  'Added 2.',
  'Removed 3.',
  'Could not find number 4.',
];
const tokensOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + countTokens(text), 0);

async function visit(client: TestClient): Promise<void> {
  expect(await client.list()).toHaveLength(10);
  const answers: string[] = [];
  for (const [n, tool] of TOOLS.entries()) answers.push(await client.call(tool, { n }));
  expect(answers).toEqual(ANSWERS);
  await client.leave();
}

interface Way {
  readonly name: string;
  readonly era: ClientEra;
  /** How the record detects the end. */
  readonly ends: Session['end_reason'];
  readonly visit: () => Promise<Session>;
}

async function startOn(dataDir?: string): Promise<TestGateway> {
  const gateway = await startGateway({ servers, config, ...(dataDir !== undefined && { dataDir }) });
  await untilOffered(gateway);
  return gateway;
}

async function closedSession(gateway: TestGateway): Promise<Session> {
  const view = viewOf(gateway);
  await expect
    .poll(async () => (await view.onlySession()).status, { timeout: (IDLE_SECONDS + 30) * 1_000, interval: 200 })
    .toBe('closed');
  return view.onlySession();
}

const overHttp = (era: ClientEra, ends: Way['ends']): Way => ({
  name: `over HTTP, ${era}`,
  era,
  ends,
  visit: async () => {
    const gateway = await startOn();
    await visit(await connectTo(gateway, era));
    return closedSession(gateway);
  },
});

const joined = (era: ClientEra, ends: Way['ends']): Way => ({
  name: `over toolmark stdio that joined a gateway, ${era}`,
  era,
  ends,
  visit: async () => {
    const gateway = await startOn();
    await visit(await connectStdio(gateway.dataDir, era));
    return closedSession(gateway);
  },
});

const alone = (era: ClientEra, ends: Way['ends']): Way => ({
  name: `over toolmark stdio alone, ${era}`,
  era,
  ends,
  visit: async () => {
    // The config is left by a gateway; the record is of the client's own process.
    const dataDir = createFolder();
    await (await startOn(dataDir)).stop();
    await visit(await connectStdio(dataDir, era));
    return closedSession(await startOn(dataDir));
  },
});

const ways: readonly Way[] = [
  // 2026-07-28 has no way to end a session over HTTP.
  overHttp('modern', 'idle'),
  overHttp('older', 'left'),
  joined('modern', 'idle'),
  joined('older', 'left'),
  alone('modern', 'left'),
  alone('older', 'left'),
];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Removes times and ids; all other fields must be equal. */
function comparable(session: Session) {
  const { id, era, start_time, end_time, end_reason, last_activity, duration_ms, risk, ...same } = session;
  const { menu_tokens, listing_tokens, ...rest } = same;
  return { ...rest, risk: Object.fromEntries(Object.entries(risk).map(([leg, at]) => [leg, at !== null])) };
}

// D-session, D-session-end, D-lifecycle, FR-010, FR-012, FR-015, C-hooks
describe.each(ways)('a visit $name', ({ era, ends, visit: run }) => {
  it('leaves the same kind of session as any other', async () => {
    const session = await run();
    expect(comparable(session)).toEqual({
      client_name: 'e2e',
      client_version: '1.0.0',
      status: 'closed',
      tool_call_count: 5,
      total_tokens: session.input_tokens + session.output_tokens,
      input_tokens: tokensOf(TOOLS.map((_, n) => JSON.stringify({ n }))),
      output_tokens: tokensOf(ANSWERS),
      discovery_tokens: 0,
      saved_tokens: 0,
      calls_by_class: { read: 3, additive: 1, destructive: 1 },
      error_count: 1,
      approval_count: 0,
      servers: ['ledger'],
      risk: { private_data_read: true, untrusted_content_seen: false, open_world_write: false },
      // Also for a stdio client that joins a gateway, which separates its windows itself.
      conversation: null,
      mode: 'direct',
    });
    expect(session.id).toMatch(UUID);
    expect(session.era).toBe(era === 'modern' ? 'modern' : 'legacy');
    expect(session.end_reason).toBe(ends);
    expect(session.menu_tokens).toBeGreaterThan(100);
    expect(session.listing_tokens).toBe(session.menu_tokens);
    const [start, end] = [session.start_time, session.end_time ?? ''].map(Date.parse) as [number, number];
    expect(session.duration_ms).toBe(end - start);
    expect(Date.parse(session.last_activity)).toBeLessThanOrEqual(end);
  });
});

describe.each(eras)('clients that are %s', (era) => {
  it('leave no session if they only connected and listed', async () => {
    // EC-4
    const gateway = await startOn();
    const view = viewOf(gateway);
    const idler = await connectTo(gateway, era, { name: 'idler' });
    await idler.list();
    await idler.leave();
    const caller = await connectTo(gateway, era, { name: 'caller' });
    await caller.call('look', { n: 1 });
    expect((await view.sessions()).sessions.map(({ client_name: name }) => name)).toEqual(['caller']);
    await gateway.stop();
    // And none appears when everything is closed.
    const after = await startOn(gateway.dataDir);
    expect((await viewOf(after).sessions()).sessions.map(({ client_name: name }) => name)).toEqual(['caller']);
  });

  it('separate their conversations, by header or by request', async () => {
    const gateway = await startOn();
    const view = viewOf(gateway);
    const plain = await connectTo(gateway, era);
    await plain.call('look', { n: 1 });
    await plain.call('look', { n: 2 }, { conversation: 'fix the login' });
    await plain.call('look', { n: 3 }, { conversation: 'fix the login' });
    const other = await connectTo(gateway, era, { conversation: 'write the docs' });
    await other.call('look', { n: 4 });
    // The request's name takes precedence over the header, and joins the conversation of the other connection.
    await other.call('look', { n: 5 }, { conversation: 'fix the login' });
    const { sessions } = await view.sessions();
    expect(
      Object.fromEntries(sessions.map(({ conversation, tool_call_count: calls }) => [conversation ?? '', calls])),
    ).toEqual({ '': 1, 'fix the login': 3, 'write the docs': 1 });
  });

  it('find their sessions closed after a restart, and continue the named ones', async () => {
    // S-kept
    const dataDir = createFolder();
    const counts = async (gateway: TestGateway) => {
      const { sessions } = await viewOf(gateway).sessions();
      return sessions.map(({ conversation, tool_call_count: calls, status, end_reason: reason, end_time: end }) => {
        // D-session-end
        expect(end === null).toBe(status === 'active');
        return [conversation, calls, status, reason];
      });
    };
    const first = await startOn(dataDir);
    const client = await connectTo(first, era);
    await client.call('look', { n: 1 }, { conversation: 'x' });
    await client.call('look', { n: 2 });
    const [named] = (await viewOf(first).sessions()).sessions.filter(({ conversation }) => conversation === 'x');
    await first.stop('SIGTERM');

    const second = await startOn(dataDir);
    expect(await counts(second)).toEqual([
      [null, 1, 'closed', 'stopped'],
      ['x', 1, 'closed', 'stopped'],
    ]);
    const again = await connectTo(second, era);
    await again.call('look', { n: 3 }, { conversation: 'x' });
    await again.call('look', { n: 4 });
    expect((await viewOf(second).session(named?.id ?? '')).tool_call_count).toBe(2);
    expect(await counts(second)).toEqual([
      [null, 1, 'active', null],
      [null, 1, 'closed', 'stopped'],
      ['x', 2, 'active', null],
    ]);
    await second.stop('SIGKILL');

    const third = await startOn(dataDir);
    expect(await counts(third)).toEqual([
      [null, 1, 'closed', 'interrupted'],
      [null, 1, 'closed', 'stopped'],
      ['x', 2, 'closed', 'interrupted'],
    ]);
    const last = await connectTo(third, era, { conversation: 'x' });
    await last.call('look', { n: 5 });
    expect(await viewOf(third).session(named?.id ?? '')).toMatchObject({
      tool_call_count: 3,
      status: 'active',
      end_time: null,
      end_reason: null,
      start_time: named?.start_time,
    });
  });
});

describe('a session that starts with the gateway', () => {
  it('is one session, although its first calls precede the opening of the record', async () => {
    const dataDir = createFolder();
    await (await startOn(dataDir)).stop();
    // Another program locks the file for a while.
    const other = new DatabaseSync(join(dataDir, 'record', 'record.db'));
    other.exec('begin immediate');
    const gateway = await startGateway({ dataDir, servers });
    const client = await connectTo(gateway, 'modern');
    await client.call('look', { n: 1 });
    other.exec('rollback');
    other.close();
    await client.call('remove', { n: 2 });
    await client.call('look', { n: 3 });
    expect(await viewOf(gateway).onlySession()).toMatchObject({ status: 'active', tool_call_count: 3 });
  });
});

describe('toolmark stdio alone', () => {
  it('is closed as interrupted if it was killed', async () => {
    const dataDir = createFolder();
    await (await startOn(dataDir)).stop();
    const killed = await connectStdio(dataDir, 'modern');
    await killed.call('look', { n: 1 });
    process.kill(killed.pid ?? 0, 'SIGKILL');
    const after = await startOn(dataDir);
    expect(await viewOf(after).onlySession()).toMatchObject({ status: 'closed', end_reason: 'interrupted' });
  });
});
