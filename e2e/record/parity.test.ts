import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Session } from '@toolmark/api-contract';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

async function startOn(dataDir: string): Promise<TestGateway> {
  const gateway = await startGateway({ servers, config, dataDir });
  await untilOffered(gateway);
  return gateway;
}

const folder = mkdtempSync(join(tmpdir(), 'toolmark-parity-'));
const ends: (() => Promise<void>)[] = [];
/** Runs during all tests of this file, for those that only need clients. Each client has a name of its own. */
let shared: TestGateway;
beforeAll(async () => {
  shared = await startGateway({ servers, config, dataDir: folder, whenOver: (end) => ends.push(end) });
  await untilOffered(shared);
}, 60_000);
afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

/** The names of the clients that have called a tool of the shared gateway. */
const callers: string[] = [];

const sessionsOf = async (gateway: TestGateway, client: string): Promise<readonly Session[]> =>
  (await viewOf(gateway).sessions()).sessions.filter(({ client_name: name }) => name === client);

/** The only session of a client, closed, in a record that has no session of any other client than these. */
async function closedSession(gateway: TestGateway, client: string, clients: readonly string[]): Promise<Session> {
  const { sessions } = await viewOf(gateway).sessions();
  expect(new Set(sessions.map(({ client_name: name }) => name))).toEqual(new Set(clients));
  await expect
    .poll(async () => (await sessionsOf(gateway, client)).map(({ status }) => status), {
      timeout: (IDLE_SECONDS + 30) * 1_000,
      interval: 200,
    })
    .toEqual(['closed']);
  const [only] = await sessionsOf(gateway, client);
  return only ?? expect.fail('There is no session.');
}

interface Way {
  readonly name: string;
  readonly era: ClientEra;
  /** How the record detects the end. */
  readonly end: Session['end_reason'];
  readonly connect: (name: string) => Promise<TestClient>;
}

const overHttp = (era: ClientEra, end: Way['end']): Way => ({
  name: `over HTTP, ${era}`,
  era,
  end,
  connect: (name) => connectTo(shared, era, { name }),
});

const joined = (era: ClientEra, end: Way['end']): Way => ({
  name: `over toolmark stdio that joined a gateway, ${era}`,
  era,
  end,
  connect: (name) => connectStdio(folder, era, { name }),
});

const ways: readonly Way[] = [
  // 2026-07-28 has no way to end a session over HTTP.
  overHttp('modern', 'idle'),
  overHttp('older', 'left'),
  joined('modern', 'idle'),
  joined('older', 'left'),
];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Removes times and ids; all other fields must be equal. */
function comparable(session: Session) {
  const { id, era, start_time, end_time, end_reason, last_activity, duration_ms, risk, ...same } = session;
  const { menu_tokens, listing_tokens, ...rest } = same;
  return { ...rest, risk: Object.fromEntries(Object.entries(risk).map(([leg, at]) => [leg, at !== null])) };
}

function expectVisit(session: Session, name: string, { era, end: reason }: Pick<Way, 'era' | 'end'>): void {
  expect(comparable(session)).toEqual({
    client_name: name,
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
  expect(session.end_reason).toBe(reason);
  expect(session.menu_tokens).toBeGreaterThan(100);
  expect(session.listing_tokens).toBe(session.menu_tokens);
  const [start, end] = [session.start_time, session.end_time ?? ''].map(Date.parse) as [number, number];
  expect(session.duration_ms).toBe(end - start);
  expect(Date.parse(session.last_activity)).toBeLessThanOrEqual(end);
}

// D-session, D-session-end, D-lifecycle, FR-010, FR-012, FR-015, C-hooks
describe('a visit leaves the same kind of session', () => {
  it.each(ways)('$name', async (way) => {
    callers.push(way.name);
    await visit(await way.connect(way.name));
    expectVisit(await closedSession(shared, way.name, callers), way.name, way);
  });

  it('over toolmark stdio alone', async () => {
    // The config is left by a gateway; the record is of the client's own process.
    const dataDir = createFolder();
    await (await startOn(dataDir)).stop();
    for (const era of eras) await visit(await connectStdio(dataDir, era, { name: era }));
    const gateway = await startOn(dataDir);
    for (const era of eras) expectVisit(await closedSession(gateway, era, eras), era, { era, end: 'left' });
  });
});

const conversations = async (gateway: TestGateway, client: string) => {
  const sessions = await sessionsOf(gateway, client);
  return sessions.map(({ conversation, tool_call_count: calls, status, end_reason: reason, end_time: end }) => {
    // D-session-end
    expect(end === null).toBe(status === 'active');
    return [conversation, calls, status, reason];
  });
};

describe('clients', () => {
  it('leave no session if they only connected and listed', async () => {
    // EC-4
    const dataDir = createFolder();
    const gateway = await startOn(dataDir);
    for (const era of eras) {
      const idler = await connectTo(gateway, era, { name: `idler, ${era}` });
      await idler.list();
      await idler.leave();
      const caller = await connectTo(gateway, era, { name: era });
      await caller.call('look', { n: 1 });
    }
    const visitors = async (on: TestGateway) =>
      (await viewOf(on).sessions()).sessions.map(({ client_name: name }) => name).toSorted();
    // A client of 2026-07-28 cannot say that it leaves, so its session is shown until it was idle for long enough.
    await expect.poll(() => visitors(gateway), { timeout: (IDLE_SECONDS + 30) * 1_000, interval: 200 }).toEqual(eras);
    await gateway.stop();
    // And none appears when everything is closed.
    expect(await visitors(await startOn(dataDir))).toEqual(eras);
  });

  it.each(eras)('separate their conversations, by header or by request: %s', async (era) => {
    const name = `talker, ${era}`;
    callers.push(name);
    const plain = await connectTo(shared, era, { name });
    await plain.call('look', { n: 1 });
    await plain.call('look', { n: 2 }, { conversation: 'fix the login' });
    await plain.call('look', { n: 3 }, { conversation: 'fix the login' });
    const other = await connectTo(shared, era, { name, conversation: 'write the docs' });
    await other.call('look', { n: 4 });
    // The request's name takes precedence over the header, and joins the conversation of the other connection.
    await other.call('look', { n: 5 }, { conversation: 'fix the login' });
    const sessions = await sessionsOf(shared, name);
    expect(sessions.map(({ conversation, tool_call_count: calls }) => [conversation ?? '', calls]).toSorted()).toEqual([
      ['', 1],
      ['fix the login', 3],
      ['write the docs', 1],
    ]);
  });

  it('find their sessions closed after a restart, and continue the named ones', async () => {
    // S-kept
    const dataDir = createFolder();
    const first = await startOn(dataDir);
    const named = new Map<ClientEra, Session>();
    for (const era of eras) {
      const client = await connectTo(first, era, { name: era });
      await client.call('look', { n: 1 }, { conversation: era });
      await client.call('look', { n: 2 });
      const session = (await sessionsOf(first, era)).find(({ conversation }) => conversation === era);
      named.set(era, session ?? expect.fail('There is no session of the conversation.'));
    }
    await first.stop('SIGTERM');

    const second = await startOn(dataDir);
    for (const era of eras) {
      expect(await conversations(second, era)).toEqual([
        [null, 1, 'closed', 'stopped'],
        [era, 1, 'closed', 'stopped'],
      ]);
      const again = await connectTo(second, era, { name: era });
      await again.call('look', { n: 3 }, { conversation: era });
      await again.call('look', { n: 4 });
      expect((await viewOf(second).session(named.get(era)?.id ?? '')).tool_call_count).toBe(2);
      expect(await conversations(second, era)).toEqual([
        [null, 1, 'active', null],
        [null, 1, 'closed', 'stopped'],
        [era, 2, 'active', null],
      ]);
    }
    await second.stop('SIGKILL');

    const third = await startOn(dataDir);
    for (const era of eras) {
      expect(await conversations(third, era)).toEqual([
        [null, 1, 'closed', 'interrupted'],
        [null, 1, 'closed', 'stopped'],
        [era, 2, 'closed', 'interrupted'],
      ]);
      const last = await connectTo(third, era, { name: era, conversation: era });
      await last.call('look', { n: 5 });
      expect(await viewOf(third).session(named.get(era)?.id ?? '')).toMatchObject({
        tool_call_count: 3,
        status: 'active',
        end_time: null,
        end_reason: null,
        start_time: named.get(era)?.start_time,
      });
    }
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
