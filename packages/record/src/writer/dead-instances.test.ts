import { appendFileSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BeginEntry, EndEntry, Entry, SessionEntry } from '../entry.ts';
import { createJournal, journalFile } from '../journal/journal.ts';
import { journalsIn } from '../journal/journal-reader.ts';
import { createSequence } from '../sequence.ts';
import { createStore } from '../store/create-store.ts';
import { openSqlite } from '../store/sqlite/sqlite-engine.ts';
import { sqliteErrors } from '../store/sqlite/sqlite-errors.ts';
import type { Store } from '../store/store.ts';
import { createDeadInstanceCleanup, type DeadInstanceDeps } from './dead-instances.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-reaper-'));
  store = createStore(await openSqlite({ file: join(folder, 'record.db') }));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const OWN = 1_000;
const GONE = 2_000;
const ALIVE = 3_000;
const HASH = '0a1b2c3d';
const nameOf = (pid: number, random = 'x', hash = HASH): string => `${pid}-${hash}-${random}`;
const nextKey = createSequence(() => 0);
const session = (id: string): SessionEntry => ({
  kind: 'session',
  id,
  at: 1,
  principal: 'local',
  client: 'c',
  clientVersion: null,
  conversation: null,
  era: 'modern',
  mode: 'direct',
});
const begin = (of: string): BeginEntry => ({
  ...nextKey(10),
  kind: 'begin',
  session: of,
  version: null,
  server: 'notes',
  tool: 'x',
  class: 'destructive',
  at: 10,
  era: 'modern',
  mode: 'direct',
  client: 'c',
  principal: 'local',
  arguments: null,
  summary: '',
  legs: [],
});
const end = ({ seq }: BeginEntry): EndEntry => ({
  kind: 'end',
  seq,
  status: 'ok',
  at: 11,
  durationMs: 1,
  attempts: 1,
  cached: false,
  decision: null,
  approval: null,
  error: null,
  failures: [],
  result: null,
  legs: [],
});
const write = (instance: string, entries: readonly Entry[]): void => {
  const journal = createJournal(folder, instance);
  journal.append(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  journal.close();
};
const statuses = async (): Promise<Readonly<Record<string, string>>> => {
  const { tool_calls: calls } = await store.calls({}, { limit: 10, offset: 0 });
  return Object.fromEntries(calls.map(({ id, status }) => [id, status]));
};

let skipped: string[] = [];
let kept: string[] = [];
beforeEach(() => {
  skipped = [];
  kept = [];
});

function cleanup(change: Partial<DeadInstanceDeps> = {}) {
  return createDeadInstanceCleanup({
    store,
    start: { folder, instance: nameOf(OWN, 'own'), pid: OWN, host: 'here' },
    isOfThisProcess: () => false,
    errors: sqliteErrors,
    rejects: { keep: (lines) => kept.push(...lines) },
    tell: () => {},
    onStored: () => {},
    onSkipped: (count, reason) => skipped.push(`${count} ${reason}`),
    betweenBatches: () => Promise.resolve(),
    now: () => 1_000_000,
    processes: { isAlive: (pid) => pid !== GONE, startedAt: () => undefined },
    ...change,
  });
}
const register = (pid: number, host = 'here', at = 1_000_000): Promise<unknown> =>
  store.register({ id: nameOf(pid), pid, host, at });

describe("a dead gateway's journal", () => {
  it.each<[string, (instance: string) => Promise<unknown>]>([
    ['known to the store', () => register(GONE)],
    ['unknown to the store, because it died before it registered', () => Promise.resolve()],
  ])('is stored, and its running calls are marked interrupted: %s', async (_, known) => {
    await known(nameOf(GONE));
    const [done, open] = [begin('s1'), begin('s1')];
    write(nameOf(GONE), [session('s1'), done, open, end(done)]);
    await cleanup().cleanUpDead();
    expect(await statuses()).toEqual({ [done.id]: 'ok', [open.id]: 'interrupted' });
    expect(await store.session('s1')).toMatchObject({ status: 'closed', end_reason: 'interrupted' });
    expect(journalsIn(folder)).toEqual([]);
    expect(await store.instances()).toEqual([]);
  });

  it('is stored from its last position', async () => {
    await register(GONE);
    const [first, second] = [begin('s1'), begin('s1')];
    write(nameOf(GONE), [session('s1'), first]);
    const offset = `${JSON.stringify(session('s1'))}\n${JSON.stringify(first)}\n`.length;
    await store.apply([session('s1'), first], { instance: nameOf(GONE), until: { file: 0, offset }, isDurable: true });
    write(nameOf(GONE), [end(first), second]);
    await cleanup().cleanUpDead();
    expect(await statuses()).toEqual({ [first.id]: 'ok', [second.id]: 'interrupted' });
    expect(await store.session('s1')).toMatchObject({ tool_call_count: 2 });
  });

  it.each<[string, number, string]>([
    ['lives', ALIVE, 'here'],
    ['runs on another machine', GONE, 'there'],
  ])('is left alone while its gateway %s', async (_, pid, host) => {
    await register(pid, host);
    const open = begin('s1');
    write(nameOf(pid), [session('s1'), open]);
    await store.apply([session('s1'), open], { instance: nameOf(pid), until: { file: 0, offset: 1 }, isDurable: true });
    await cleanup().cleanUpDead();
    expect(await statuses()).toEqual({ [open.id]: 'running' });
    expect(journalsIn(folder)).toEqual([nameOf(pid)]);
  });

  it('is taken over if it has our own process id, which proves that its process is gone', async () => {
    await register(OWN);
    write(nameOf(OWN), [session('s1'), begin('s1')]);
    write(nameOf(OWN, 'own'), []);
    await cleanup().cleanUpDead();
    expect(Object.values(await statuses())).toEqual(['interrupted']);
    expect(journalsIn(folder)).toEqual([nameOf(OWN, 'own')]);
  });

  it('of another recorder in this process is left alone', async () => {
    await register(OWN);
    write(nameOf(OWN), [session('s1'), begin('s1')]);
    write(nameOf(OWN, 'unknown'), [session('s2'), begin('s2')]);
    const { cleanUpStale } = cleanup({ isOfThisProcess: () => true, now: () => 1e12 });
    for (let turn = 0; turn < 3; turn++) await cleanUpStale();
    expect(journalsIn(folder).toSorted()).toEqual([nameOf(OWN, 'unknown'), nameOf(OWN)]);
    expect(await statuses()).toEqual({});
  });

  it('on another machine and unknown to the store is not judged by its process id', async () => {
    write(nameOf(GONE, 'x', 'ffffffff'), [session('s1'), begin('s1')]);
    await cleanup().cleanUpDead();
    expect(await statuses()).toEqual({});
    expect(journalsIn(folder)).toHaveLength(1);
  });

  it.each<[string, string, number, number | undefined, boolean]>([
    ['on another machine', 'there', GONE, undefined, true],
    ['on this machine with a live process', 'here', ALIVE, 500_000, false],
    ['on this machine with an unknown start time', 'here', ALIVE, undefined, false],
    ['on this machine with a reused process id', 'here', ALIVE, 3_000_000, true],
  ])('is taken over after two checks without a heartbeat: %s', async (_, host, pid, startedAt, isBuried) => {
    let now = 1_000_000;
    await register(pid, host, now);
    write(nameOf(pid), [session('s1'), begin('s1')]);
    const processes = { isAlive: (other: number) => other !== GONE, startedAt: () => startedAt };
    const { cleanUpStale } = cleanup({ now: () => now, processes });
    now += 10 * 60_000;
    await cleanUpStale();
    expect(journalsIn(folder)).toHaveLength(1);
    await store.beat(nameOf(pid), now);
    await cleanUpStale();
    now += 10 * 60_000;
    await cleanUpStale();
    expect(journalsIn(folder)).toHaveLength(1);
    await cleanUpStale();
    expect(journalsIn(folder)).toHaveLength(isBuried ? 0 : 1);
    expect(Object.values(await statuses())).toEqual(isBuried ? ['interrupted'] : []);
  });

  it.each([
    ['lives', 500_000, 1],
    ['id is another one by now', 3_000_000, 0],
  ])('unknown to the store is left alone while its process %s', async (_, startedAt, left) => {
    write(nameOf(ALIVE), [session('s1'), begin('s1')]);
    utimesSync(journalFile(folder, nameOf(ALIVE), 0), 1_000, 1_000);
    const processes = { isAlive: () => true, startedAt: () => startedAt };
    const { cleanUpStale } = cleanup({ now: () => 4_000_000, processes });
    await cleanUpStale();
    expect(journalsIn(folder)).toHaveLength(1);
    await cleanUpStale();
    expect(journalsIn(folder)).toHaveLength(left);
  });

  it('is stored to its end, and lines torn by a full disk are reported', async () => {
    writeFileSync(journalFile(folder, nameOf(GONE), 0), '{"kind":"beg\n');
    writeFileSync(journalFile(folder, nameOf(GONE), 1), `${JSON.stringify(session('s1'))}\n`);
    await cleanup().cleanUpDead();
    expect(await store.session('s1')).toMatchObject({ status: 'closed' });
    expect([skipped, kept, journalsIn(folder)]).toEqual([['1 torn by a full disk'], ['{"kind":"beg'], []]);
  });

  it('reports an entry that cannot be stored', async () => {
    const bad = JSON.stringify({ kind: 'begin', seq: 1, id: 'x' });
    write(nameOf(GONE), [session('s1')]);
    appendFileSync(journalFile(folder, nameOf(GONE), 0), `${bad}\n`);
    await cleanup().cleanUpDead();
    expect([skipped.length, kept, journalsIn(folder)]).toEqual([1, [bad], []]);
  });

  it('is kept when the disk fails, and continued later', async () => {
    await register(GONE);
    const menu: Entry = { kind: 'menu', session: 's1', menuTokens: 7, discoveryTokens: 0, listingTokens: 7 };
    write(nameOf(GONE), [session('s1'), menu, begin('s1')]);
    const full = Object.assign(new Error('full'), { errcode: 13 });
    const before = openFiles();
    for (const part of ['apply', 'removeInstance'] as const) {
      const failing = cleanup({ store: { ...store, [part]: () => Promise.reject(full) } });
      for (let turn = 0; turn < 3; turn++) await expect(failing.cleanUpDead()).rejects.toBe(full);
      expect(journalsIn(folder)).toHaveLength(1);
    }
    expect(openFiles()).toBe(before);
    await cleanup().cleanUpDead();
    expect(await store.session('s1')).toMatchObject({ menu_tokens: 7, tool_call_count: 1, status: 'closed' });
    expect(journalsIn(folder)).toEqual([]);
  });

  it('is not stored twice if only its removal failed', async () => {
    write(nameOf(GONE), [session('s1'), begin('s1')]);
    renameSync(journalFile(folder, nameOf(GONE), 0), journalFile(folder, `${nameOf(GONE)}.done`, 0));
    await cleanup().cleanUpDead();
    expect([await statuses(), journalsIn(folder)]).toEqual([{}, []]);
  });

  it('is stored into a new file if its store is gone', async () => {
    write(nameOf(GONE), [session('s1'), begin('s1')]);
    renameSync(journalFile(folder, nameOf(GONE), 0), journalFile(folder, `${nameOf(GONE)}.dead`, 0));
    await cleanup().cleanUpDead();
    expect([Object.values(await statuses()), journalsIn(folder)]).toEqual([['interrupted'], []]);
  });

  it('is renamed first, so that later lines are kept', async () => {
    await register(GONE);
    write(nameOf(GONE), [session('s1'), begin('s1')]);
    const full = new Error('full');
    const cutOff = async (): Promise<void> => {
      write(nameOf(GONE), [session('s2')]);
      throw full;
    };
    await expect(cleanup({ betweenBatches: cutOff }).cleanUpDead()).rejects.toBe(full);
    await cleanup().cleanUpDead();
    expect(await store.session('s1')).toMatchObject({ status: 'closed', tool_call_count: 1 });
    expect(journalsIn(folder)).toEqual([]);
    expect(await store.session('s2')).toMatchObject({ status: 'closed' });
  });
});

describe('a gateway that shuts down', () => {
  it('leaves nothing behind', async () => {
    await store.register({ id: nameOf(OWN, 'own'), pid: OWN, host: 'here', at: 1 });
    write(nameOf(OWN, 'own'), [session('s1')]);
    await store.apply([session('s1')], { instance: nameOf(OWN, 'own'), until: undefined, isDurable: true });
    await cleanup().leave();
    expect(await store.session('s1')).toMatchObject({ end_reason: 'stopped' });
    expect([journalsIn(folder), await store.instances()]).toEqual([[], []]);
  });
});

const openFiles = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
