import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startGateway, type TestGateway, TOOLMARK } from '../gateway/fixtures/gateway.ts';
import { connectTo, type TestClient } from './fixtures/clients.ts';
import { createFolder, ledger, numberOf, viewOf } from './fixtures/record.ts';

const ROUNDS = 50;
const AT_ONCE = 16;
/** The maximum time before the gateway is killed, counted from its first call. */
const LONGEST_ROUND_MS = 500;
/** Every n-th gateway is killed while it starts, during its recovery of the previous one. */
const KILLED_AT_START = 5;
const LONGEST_START_MS = 600;

const seed = Number(process.env['TOOLMARK_CRASH_SEED'] ?? Date.now() % 1_000_000);

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Made {
  readonly tool: string;
  readonly n: number;
  isAnswered: boolean;
}

/** Makes calls without a pause, each with its own number, until the gateway is gone. */
async function callUntilGone(client: TestClient, next: () => Made): Promise<void> {
  for (;;) {
    const made = next();
    try {
      await client.call(made.tool, { n: made.n });
      made.isAnswered = true;
    } catch {
      return;
    }
  }
}

async function playRound(gateway: TestGateway, random: () => number, made: Made[]): Promise<void> {
  const client = await connectTo(gateway, 'modern');
  const next = (): Made => {
    const call = { tool: random() < 0.5 ? 'look' : 'remove', n: made.length, isAnswered: false };
    made.push(call);
    return call;
  };
  const killed = delay(random() * LONGEST_ROUND_MS).then(() => gateway.stop('SIGKILL'));
  await Promise.all([killed, ...Array.from({ length: AT_ONCE }, () => callUntilGone(client, next))]);
  await client.leave().catch(() => {});
}

async function killWhileStarting(dataDir: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [TOOLMARK, 'serve', '--data', dataDir, '--port', '0'], { stdio: 'ignore' });
  const exit = once(child, 'exit');
  await delay(afterMs);
  child.kill('SIGKILL');
  await exit;
}

/** The server's log of received calls, once every remaining instance has exited. */
async function readTally(file: string): Promise<readonly { readonly tool: string; readonly n: number }[]> {
  const lines = (): readonly string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const pids = (what: string) =>
    lines().flatMap((line) => (line.startsWith(`# ${what} `) ? [line.slice(what.length + 3)] : []));
  await expect.poll(() => pids('start').filter((pid) => !pids('end').includes(pid)), { timeout: 20_000 }).toEqual([]);
  return lines()
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '))
    .map(([tool = '', n]) => ({ tool, n: Number(n) }));
}

interface Row {
  readonly n: number;
  readonly tool: string;
  readonly status: string;
}

/** The recorded calls of a round, read through a later gateway. */
async function readRows(gateway: TestGateway, from: number): Promise<readonly Row[]> {
  const rows = await viewOf(gateway).exportedDetails(`&from=${new Date(from).toISOString()}`);
  return rows.map((row) => ({ tool: row.tool, status: row.status, n: numberOf(row) }));
}

it(`nothing that was acknowledged or done is missing after a kill -9, ${ROUNDS} times over`, async () => {
  const dataDir = createFolder();
  const tally = join(dataDir, 'tally');
  const config = { record: { retention: { sessions: 10_000 } } };
  const start = () => startGateway({ dataDir, servers: { ledger: ledger(tally) }, config, auth: false });
  const random = createRandom(seed);
  const made: Made[] = [];
  let first = 0;
  let began = 0;
  let cutOff = 0;

  /** Checks the previous round through the next gateway. */
  const check = async (gateway: TestGateway, about: string): Promise<void> => {
    const rows = await readRows(gateway, began);
    const statuses = new Map(rows.map(({ n, status }) => [n, status]));
    expect(rows.length, `recorded twice: ${about}`).toBe(statuses.size);
    const answered = made.slice(first).filter(({ isAnswered }) => isAnswered);
    expect(
      answered.filter(({ n }) => statuses.get(n) !== 'ok').map((call) => ({ ...call, status: statuses.get(call.n) })),
      `acknowledged, and not recorded so: ${about}`,
    ).toEqual([]);
    const view = viewOf(gateway);
    expect((await view.calls('?status=running')).total, `still running: ${about}`).toBe(0);
    expect((await view.sessions('?status=active')).total, `still active: ${about}`).toBe(0);
    if (rows.some(({ status }) => status === 'interrupted')) cutOff += 1;
  };

  for (let round = 0; round < ROUNDS; round++) {
    const gateway = await start();
    if (round > 0) await check(gateway, `round ${round - 1}, seed ${seed}`);
    began = Date.now();
    first = made.length;
    await playRound(gateway, random, made);
    if (round % KILLED_AT_START === 0) await killWhileStarting(dataDir, random() * LONGEST_START_MS);
  }

  const gateway = await start();
  await check(gateway, `round ${ROUNDS - 1}, seed ${seed}`);
  const view = viewOf(gateway);
  const rows = await view.exported();
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size, `seed ${seed}`).toBe(ids.length);
  const recorded = new Map((await readRows(gateway, 0)).map((row) => [row.n, row]));
  await gateway.stop();
  const done = await readTally(tally);
  expect(
    done.filter(({ tool, n }) => tool === 'remove' && recorded.get(n)?.tool !== 'remove'),
    `seed ${seed}`,
  ).toEqual([]);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['ok', 'interrupted']));
  // The test was meaningful: some calls were answered, and some were interrupted.
  expect(made.filter(({ isAnswered }) => isAnswered).length).toBeGreaterThan(ROUNDS * AT_ONCE);
  expect(cutOff).toBeGreaterThan(ROUNDS / 4);
  const database = new DatabaseSync(join(dataDir, 'record', 'record.db'), { readOnly: true });
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  database.close();
}, 400_000);
