import { expect, it } from 'vitest';
import type { Instance } from '../store.ts';
import { createStoreWriter } from '../write/create-writer.ts';
import { createCalls, endOf, options, questionOf, START, session, sessionEnd, version } from './entries.ts';
import { contents, expectExact } from './exactness.ts';
import { type OpenEngine, useStore } from './open-engine.ts';

/** Registered gateways, and the cleanup after dead ones. */
export function instancesContract(open: OpenEngine): void {
  const store = useStore(open);
  const calls = createCalls();
  const register = (id: string, at = START): Promise<Instance> =>
    store().writer.register({ id, pid: 7, host: 'here', at });

  it('assigns the lowest free slot, and shares slots when all are taken', async () => {
    const slots: number[] = [];
    for (const id of ['a', 'b', 'c']) slots.push((await register(id)).slot);
    await store().writer.removeInstance('b', START, 'stopped');
    for (const id of ['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k']) slots.push((await register(id)).slot);
    expect(slots).toEqual([0, 1, 2, 1, 3, 4, 5, 6, 7, 0, 1]);
  });

  it('keeps slot and position of a returning instance', async () => {
    const { writer } = store();
    await register('a');
    const first = await register('b');
    await writer.apply([session('s')], options('b', { file: 1, offset: 5 }));
    const again = await register('b', START + 9);
    expect(again).toEqual({ ...first, seenAt: START + 9, journal: { file: 1, offset: 5 } });
  });

  it('stores when each was last seen', async () => {
    const { writer } = store();
    const one = await register('a');
    await register('b', START + 1);
    await writer.beat('a', START + 500);
    expect(await writer.instances()).toEqual([
      { ...one, seenAt: START + 500 },
      { id: 'b', pid: 7, host: 'here', at: START + 1, slot: 1, seenAt: START + 1, journal: { file: 0, offset: 0 } },
    ]);
  });

  it.each(['stopped', 'interrupted'] as const)('closes a dead instance that was %s', async (reason) => {
    const { engine, writer } = store();
    await register('one');
    await register('two');
    const [done, running, others] = [calls('s'), calls('s', { version: 'v1' }), calls('t')];
    await writer.apply([version('v1')], options('one'));
    await writer.apply([session('s'), session('u'), sessionEnd('u'), done, endOf(done), running], options('one'));
    await writer.apply([session('t'), others], options('two'));
    const batch = await writer.removeInstance('one', START + 9_000, reason);
    const at = new Date(START + 9_000).toISOString();
    const { id } = running;
    expect(batch?.events.map((event) => JSON.parse(event))).toEqual([
      {
        type: 'tool_calls.completed',
        data: {
          id,
          session_id: 's',
          server: 'files',
          tool: 'read_file',
          class: 'read',
          title: 'Read a file',
          client_name: 'claude-code',
          summary: '{"path":"a.txt"}',
          status: 'interrupted',
          duration_ms: null,
          error_message: null,
        },
        timestamp: at,
      },
      {
        type: 'sessions.closed',
        data: { session_id: 's', status: 'closed', tool_call_count: 2, total_tokens: 0 },
        timestamp: at,
      },
    ]);
    const { calls: rows, sessions } = await contents(engine);
    expect(rows.map(({ status, duration_ms, digested }) => [status, duration_ms, digested])).toEqual([
      ['ok', 20, 0],
      ['interrupted', null, 0],
      ['running', null, 1],
    ]);
    const last = Math.max(running.at, done.at + 20);
    expect(sessions).toMatchObject([
      { id: 's', status: 'closed', end_reason: reason, end_time: last, last_activity: last },
      { id: 't', status: 'active' },
      { id: 'u', status: 'closed', end_reason: 'idle' },
    ]);
    expect((await writer.instances()).map((instance) => instance.id)).toEqual(['two']);
    await expectExact(engine);
    // The request of an interrupted call counts too.
    expect(await writer.undigested(9)).toMatchObject([{ seq: done.seq }, { seq: running.seq, result: null }]);
    expect(await writer.removeInstance('one', START + 9_000, reason)).toBeUndefined();
  });

  it('treats an interrupted call as sent, unless its approval was pending', async () => {
    const { engine, writer } = store();
    await register('one');
    const legs = ['open_world_write'] as const;
    const [sent, waiting] = [calls('s', { legs }), calls('t', { legs })];
    await writer.apply([session('s'), session('t'), sent, waiting, questionOf(waiting, 'q')], options('one'));
    await writer.removeInstance('one', START + 9, 'interrupted');
    expect((await contents(engine)).sessions).toMatchObject([
      { open_world_write: sent.at },
      { open_world_write: null },
    ]);
  });

  it('keeps a conversation open that another gateway has continued', async () => {
    const { engine, writer } = store();
    await register('one');
    await register('two');
    const begin = calls('s');
    await writer.apply([session('s', { conversation: 'c' }), begin], options('one'));
    await writer.apply([session('s', { conversation: 'c' })], options('two'));
    await writer.removeInstance('one', START, 'interrupted');
    const { calls: rows, sessions } = await contents(engine);
    expect(rows).toMatchObject([{ status: 'interrupted' }]);
    expect(sessions).toMatchObject([{ status: 'active', instance_id: 'two' }]);
    await expectExact(engine);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['sends a heartbeat', (id) => store().writer.beat(id, START + 9)],
    ['stores something', (id) => store().writer.apply([session('t')], options(id, { file: 0, offset: 9 }))],
  ])('restores an instance that was wrongly closed when it %s', async (_, live) => {
    const { engine, writer } = store();
    await register('one');
    const begin = calls('s');
    await writer.apply([session('s'), begin], options('one', { file: 0, offset: 5 }));
    // Another gateway, which saw no heartbeat for long.
    await createStoreWriter(engine).removeInstance('one', START + 5, 'interrupted');
    await live('one');
    expect(await writer.instances()).toMatchObject([{ id: 'one', slot: 0, pid: 7 }]);
    await writer.apply([endOf(begin), calls('s')], options('one', { file: 0, offset: 20 }));
    const { sessions, calls: rows } = await contents(engine);
    expect(sessions[0]).toMatchObject({ id: 's', status: 'active', end_time: null, end_reason: null });
    expect(rows.map(({ status }) => status)).toEqual(['ok', 'running']);
    expect(await writer.instances()).toMatchObject([{ journal: { file: 0, offset: 20 } }]);
    await expectExact(engine);
    await writer.removeInstance('one', START + 9, 'stopped');
    await writer.beat('one', START + 10);
    expect(await writer.instances()).toEqual([]);
  });
}
