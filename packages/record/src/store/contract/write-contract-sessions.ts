import { expect, it } from 'vitest';
import type { Entry } from '../../entry.ts';
import type { SessionsTable } from '../schema.ts';
import { createCalls, endOf, options, START, session, sessionEnd } from './entries.ts';
import { contents, expectExact } from './exactness.ts';
import { type OpenEngine, useStore } from './open-engine.ts';

/** A session's state after its entries. */
export function sessionsContract(open: OpenEngine): void {
  const store = useStore(open);
  const calls = createCalls();
  const menu = { kind: 'menu', session: 's', menuTokens: 0, discoveryTokens: 0, listingTokens: 0 } as const;
  const [read, write, unknown] = [
    calls('s', { legs: ['private_data_read'] }),
    calls('s', { server: 'web', tool: 'post', class: 'destructive', legs: ['open_world_write'] }),
    calls('s', { server: null, tool: 'nothing', class: null }),
  ];

  it('starts with 0 calls and 0 tokens', async () => {
    const { engine, writer } = store();
    await writer.apply([session('s', { conversation: 'c', era: 'legacy', mode: 'search' })], options());
    expect((await contents(engine)).sessions).toEqual([
      {
        id: 's',
        status: 'active',
        principal: 'local',
        client_name: 'claude-code',
        client_version: '2.1.0',
        conversation: 'c',
        era: 'legacy',
        mode: 'search',
        start_time: START,
        end_time: null,
        end_reason: null,
        last_activity: START,
        tool_call_count: 0,
        input_tokens: 0,
        output_tokens: 0,
        menu_tokens: 0,
        discovery_tokens: 0,
        listing_tokens: 0,
        read_calls: 0,
        additive_calls: 0,
        destructive_calls: 0,
        error_count: 0,
        approval_count: 0,
        private_data_read: null,
        untrusted_content_seen: null,
        open_world_write: null,
        instance_id: 'one',
      },
    ]);
  });

  it.each<[string, readonly Entry[], Partial<SessionsTable>]>([
    [
      'counts calls by class at their begin; calls of unknown tools have no class',
      [read, write, unknown],
      { tool_call_count: 3, read_calls: 1, additive_calls: 0, destructive_calls: 1 },
    ],
    [
      "counts errors and approvals at the calls' end",
      [
        read,
        write,
        unknown,
        endOf(read),
        endOf(write, { status: 'denied', approval: 'a' }),
        endOf(unknown, { status: 'error' }),
      ],
      { error_count: 1, approval_count: 1, last_activity: unknown.at + 20 },
    ],
    [
      'stores the start of the first call with a risk',
      [read, endOf(read, { legs: ['untrusted_content_seen'] }), write, endOf(write, { legs: ['private_data_read'] })],
      { private_data_read: read.at, untrusted_content_seen: read.at, open_world_write: write.at },
    ],
    [
      'ignores the risk of a call that was not sent',
      [read, write, endOf(write, { status: 'denied', attempts: 0 })],
      { private_data_read: null, open_world_write: null },
    ],
    [
      'counts the risk of a cached answer',
      [read, endOf(read, { attempts: 0, cached: true, legs: ['untrusted_content_seen'] })],
      { private_data_read: null, untrusted_content_seen: read.at },
    ],
    [
      'sums the sizes sent, and keeps the first full list size',
      [
        menu,
        { ...menu, menuTokens: 100, listingTokens: 100 },
        { ...menu, discoveryTokens: 30, listingTokens: 120 },
        { ...menu, menuTokens: 5 },
      ],
      { menu_tokens: 105, discovery_tokens: 30, listing_tokens: 100 },
    ],
    [
      'is closed with a reason and a time',
      [read, sessionEnd('s', { at: START + 99, reason: 'left' })],
      { status: 'closed', end_time: START + 99, end_reason: 'left', last_activity: read.at },
    ],
    [
      'keeps its end when closed again',
      [sessionEnd('s', { at: START + 99, reason: 'left' }), sessionEnd('s', { at: START + 200, reason: 'stopped' })],
      { status: 'closed', end_time: START + 99, end_reason: 'left' },
    ],
    [
      'is reopened by its id',
      [sessionEnd('s'), session('s', { at: START + 70_000, client: 'another' })],
      {
        status: 'active',
        end_time: null,
        end_reason: null,
        start_time: START,
        last_activity: START + 70_000,
        client_name: 'claude-code',
      },
    ],
    [
      'counts a call that ends after it was closed',
      [read, sessionEnd('s'), endOf(read, { status: 'error' })],
      { status: 'closed', tool_call_count: 1, error_count: 1 },
    ],
    [
      'stays closed when a call arrives after the client has left',
      [sessionEnd('s', { reason: 'left' }), read],
      { status: 'closed', tool_call_count: 1 },
    ],
  ])('%s', async (_, entries, expected) => {
    const { engine, writer } = store();
    // In one batch for one session, and one by one for another, with the same result.
    await writer.apply([session('s'), ...entries], options());
    const inOne = await contents(engine);
    expect(inOne.sessions).toMatchObject([expected]);
    await writer.apply([sessionEnd('s')], options());
    await writer.retain({ sessions: 0, days: 1_000, bytes: 1e12, events: 0 }, START);
    expect((await contents(engine)).sessions).toEqual([]);
    for (const entry of [session('s'), ...entries]) await writer.apply([entry], options());
    expect(await contents(engine)).toEqual(inOne);
    await expectExact(engine);
  });

  it('emits one event per session and batch', async () => {
    const { writer } = store();
    const told = async (entries: readonly Entry[], instance?: string): Promise<unknown> => {
      const batch = await writer.apply(entries, options(instance));
      return batch?.events
        .map((event) => JSON.parse(event))
        .filter(({ type }) => type.startsWith('sessions.'))
        .map(({ type, data }) => [type, data.status, data.tool_call_count]);
    };
    expect(await told([session('s'), read, write, endOf(read)])).toEqual([
      ['sessions.created', 'active', 0],
      ['sessions.updated', 'active', 2],
    ]);
    expect(await told([endOf(write), unknown, sessionEnd('s')])).toEqual([
      ['sessions.updated', 'closed', 3],
      ['sessions.closed', 'closed', 3],
    ]);
    expect(await told([sessionEnd('s')])).toBeUndefined();
    expect(await told([session('s', { at: START + 9 })])).toEqual([['sessions.updated', 'active', 3]]);
    expect(await told([session('s', { at: START + 9 })])).toBeUndefined();
  });

  it('is not closed by a gateway after another continued it', async () => {
    const { engine, writer } = store();
    await writer.apply([session('s', { conversation: 'c' })], options('one'));
    await writer.apply([session('s', { conversation: 'c' })], options('two'));
    await writer.apply([sessionEnd('s', { reason: 'stopped' })], options('one'));
    await writer.removeInstance('one', START + 9, 'stopped');
    expect((await contents(engine)).sessions).toMatchObject([{ status: 'active', instance_id: 'two' }]);
    await writer.apply([sessionEnd('s')], options('two'));
    expect((await contents(engine)).sessions).toMatchObject([{ status: 'closed' }]);
    // Its gateway continues it with the next call.
    await writer.apply([calls('s')], options('one'));
    expect((await contents(engine)).sessions).toMatchObject([{ status: 'active', instance_id: 'one', end_time: null }]);
  });

  it('is recreated for a call whose session was deleted meanwhile', async () => {
    const { engine, writer } = store();
    const begin = calls('s');
    const batch = await writer.apply([begin, endOf(begin)], options());
    expect((await contents(engine)).sessions).toMatchObject([{ id: 's', start_time: begin.at, tool_call_count: 1 }]);
    expect(batch?.events[0]).toContain('sessions.created');
    await expectExact(engine);
  });
}
