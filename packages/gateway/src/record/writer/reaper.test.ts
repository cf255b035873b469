import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore } from '../../store/create-store.ts';
import { openSqlite } from '../../store/sqlite/sqlite-engine.ts';
import type { Store } from '../../store/store.ts';
import type { BeginEntry, EndEntry, Entry, SessionEntry } from '../entry.ts';
import { createJournal } from '../journal/journal.ts';
import { journalsIn } from '../journal/journal-reader.ts';
import { createSequence } from '../sequence.ts';
import { createReaper, type ReaperDeps } from './reaper.ts';

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

function reaper(change: Partial<ReaperDeps> = {}) {
  return createReaper({
    store,
    start: { folder, instance: `${OWN}-own`, pid: OWN, host: 'here' },
    tell: () => {},
    now: () => 1_000_000,
    isAlive: (pid) => pid !== GONE,
    ...change,
  });
}
const register = (pid: number, host = 'here', at = 1_000_000): Promise<unknown> =>
  store.register({ id: `${pid}-x`, pid, host, at });

describe('what a gateway left behind that was cut off', () => {
  it.each<[string, (instance: string) => Promise<unknown>]>([
    ['known to the store', () => register(GONE)],
    ['not known to anybody, since it was cut off before', () => Promise.resolve()],
  ])('is stored, and what never ended is interrupted: %s', async (_, known) => {
    await known(`${GONE}-x`);
    const [done, open] = [begin('s1'), begin('s1')];
    write(`${GONE}-x`, [session('s1'), done, open, end(done)]);
    await reaper().reapDead();
    expect(await statuses()).toEqual({ [done.id]: 'ok', [open.id]: 'interrupted' });
    expect(await store.session('s1')).toMatchObject({ status: 'closed', end_reason: 'interrupted' });
    expect(journalsIn(folder)).toEqual([]);
    expect(await store.instances()).toEqual([]);
  });

  it('goes on where it was stored to', async () => {
    await register(GONE);
    const [first, second] = [begin('s1'), begin('s1')];
    write(`${GONE}-x`, [session('s1'), first]);
    const offset = `${JSON.stringify(session('s1'))}\n${JSON.stringify(first)}\n`.length;
    await store.apply([session('s1'), first], { instance: `${GONE}-x`, until: { file: 0, offset }, isDurable: true });
    write(`${GONE}-x`, [end(first), second]);
    await reaper().reapDead();
    expect(await statuses()).toEqual({ [first.id]: 'ok', [second.id]: 'interrupted' });
    expect(await store.session('s1')).toMatchObject({ tool_call_count: 2 });
  });

  it.each<[string, number, string]>([
    ['lives', ALIVE, 'here'],
    ['runs on another machine', GONE, 'there'],
  ])('is not touched while its gateway %s', async (_, pid, host) => {
    await register(pid, host);
    const open = begin('s1');
    write(`${pid}-x`, [session('s1'), open]);
    await store.apply([session('s1'), open], { instance: `${pid}-x`, until: { file: 0, offset: 1 }, isDurable: true });
    await reaper().reapDead();
    expect(await statuses()).toEqual({ [open.id]: 'running' });
    expect(journalsIn(folder)).toEqual([`${pid}-x`]);
  });

  it('of a process that had our own id is looked after: it cannot be alive', async () => {
    await register(OWN);
    write(`${OWN}-x`, [session('s1'), begin('s1')]);
    write(`${OWN}-own`, []);
    await reaper().reapDead();
    expect(Object.values(await statuses())).toEqual(['interrupted']);
    expect(journalsIn(folder)).toEqual([`${OWN}-own`]);
  });

  it('is looked after when nothing was heard of it for long, twice in a row', async () => {
    let now = 1_000_000;
    await register(ALIVE, 'here', now);
    write(`${ALIVE}-x`, [session('s1'), begin('s1')]);
    const { reapStale } = reaper({ now: () => now });
    now += 10 * 60_000;
    await reapStale();
    expect(journalsIn(folder)).toHaveLength(1);
    await store.beat(`${ALIVE}-x`, now);
    await reapStale();
    now += 10 * 60_000;
    await reapStale();
    expect(journalsIn(folder)).toHaveLength(1);
    await reapStale();
    expect(journalsIn(folder)).toHaveLength(0);
    expect(Object.values(await statuses())).toEqual(['interrupted']);
  });
});
