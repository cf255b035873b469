import { failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../base/src/fixtures/fake-clock.ts';
import { createFakeConnection, type FakeConnection, listed, type Playbook } from '../fixtures/fake-connection.ts';
import { EMPTY_OFFER, type ServerOffer } from '../server.ts';
import { createOfferKeeper } from './offer-keeper.ts';

function setUp(inherited?: ServerOffer) {
  const clock = createFakeClock(0);
  const heard: string[] = [];
  const keeper = createOfferKeeper({
    clock,
    random: () => 0.5,
    redact: (text) => text.replaceAll('s3cret', '…'),
    ...(inherited && { inherited }),
    onOffer: (kinds) => void heard.push(`offer ${kinds.join()}`),
    onWarnings: () => heard.push('warnings'),
    onListed: () => heard.push('listed'),
  });
  return { clock, heard, keeper };
}

const ALL = { tools: {}, prompts: {}, resources: {} };
const notFound = (): RpcReply => failed({ code: -32_601, message: 'Method not found' });
const methods = ({ requests }: FakeConnection): readonly string[] => requests.map(({ method }) => method);
const names = (entries: readonly unknown[]): readonly unknown[] => entries.map((entry) => Object(entry).name);

/** A server with tools that a test can change. */
function changing(
  capabilities: JsonObject,
  more: { readonly era?: 'modern' | 'legacy'; readonly ttlMs?: number } = {},
) {
  const state = { tools: ['a'] };
  const { ttlMs } = more;
  const playbook: Playbook = {
    'tools/list': () => listed('tools', state.tools, ttlMs === undefined ? {} : { ttlMs, cacheScope: 'private' })(),
  };
  return { state, connection: createFakeConnection({ capabilities, playbook, era: more.era ?? 'legacy' }) };
}

describe("a server's offer", () => {
  it('has all declared lists unchanged', async () => {
    const { keeper } = setUp();
    const tools = [{ name: 'a', annotations: { 'x-own': 1 } }];
    const connection = createFakeConnection({
      capabilities: ALL,
      instructions: 'Be kind.',
      playbook: {
        'tools/list': () => result({ tools, ttlMs: 9_000, cacheScope: 'public' }),
        'prompts/list': listed('prompts', ['p'], { ttlMs: 5_000, cacheScope: 'private' }),
        'resources/list': listed('resources', ['r']),
        'resources/templates/list': listed('resourceTemplates', ['t'], { ttlMs: 7_000 }),
      },
    });
    expect(keeper.offer()).toEqual(EMPTY_OFFER);
    keeper.attach(connection);
    await settle();
    expect(keeper.offer()).toEqual({
      capabilities: ALL,
      instructions: 'Be kind.',
      tools,
      prompts: [{ name: 'p' }],
      resources: [{ name: 'r' }],
      resourceTemplates: [{ name: 't' }],
      caching: {
        tools: { ttlMs: 9_000, cacheScope: 'public' },
        prompts: { ttlMs: 5_000, cacheScope: 'private' },
        resources: { ttlMs: undefined, cacheScope: undefined },
        resourceTemplates: { ttlMs: 7_000, cacheScope: undefined },
      },
    });
  });

  it('is published before the server counts as listed', async () => {
    const clock = createFakeClock(0);
    const heard: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const keeper = createOfferKeeper({
      clock,
      random: () => 0.5,
      redact: (text) => text,
      onOffer: (kinds) => {
        heard.push(`offer ${kinds.join()}`);
        return kinds.length > 0 ? promise : undefined;
      },
      onWarnings: () => {},
      onListed: () => heard.push('listed'),
    });
    const { connection, state } = changing({ tools: { listChanged: true } });
    keeper.attach(connection);
    await settle();
    expect(heard).toEqual(['offer ', 'offer tools']);
    await clock.advance(1_000);
    resolve();
    await settle();
    expect(heard.at(-1)).toBe('listed');
    // The last refetch took a second, but the next change is read at once.
    state.tools = ['b'];
    keeper.refresh('tools');
    await settle();
    expect(names(keeper.offer().tools)).toEqual(['b']);
  });

  it('is refetched less often the longer processing takes', async () => {
    const clock = createFakeClock(0);
    let workedMs = 0;
    const tool = {
      get name() {
        workedMs += 100;
        return 'a';
      },
    };
    const connection = createFakeConnection({
      capabilities: { tools: { listChanged: true } },
      playbook: { 'tools/list': () => result({ tools: [tool] }) },
    });
    const keeper = createOfferKeeper({
      clock: { ...clock, now: () => clock.now() + workedMs },
      random: () => 0.5,
      redact: (text) => text,
      onOffer: () => {},
      onWarnings: () => {},
      onListed: () => {},
    });
    keeper.attach(connection);
    await settle();
    const costMs = workedMs;
    expect(costMs).toBeGreaterThan(0);
    // The first few changes are read soon.
    for (let run = 2; run <= 6; run++) {
      keeper.refresh('tools');
      await clock.advance(500 - costMs);
      expect(methods(connection)).toHaveLength(run);
    }
    keeper.refresh('tools');
    await clock.advance(costMs * 19 - 1);
    expect(methods(connection)).toHaveLength(6);
    await clock.advance(1);
    expect(methods(connection)).toHaveLength(7);
  });

  it('is fetched only if declared', async () => {
    const { keeper, heard } = setUp();
    const connection = createFakeConnection({ capabilities: { prompts: {} } });
    keeper.attach(connection);
    await settle();
    expect(methods(connection)).toEqual(['prompts/list']);
    expect(heard).toEqual(['offer ', 'listed']);
  });

  it('is published list by list, so that a slow list does not delay the others', async () => {
    const { keeper, heard } = setUp();
    const connection = createFakeConnection({ capabilities: ALL, playbook: { 'tools/list': listed('tools', ['a']) } });
    keeper.attach(connection);
    await settle();
    expect(names(keeper.offer().tools)).toEqual(['a']);
    expect(heard).toEqual(['offer ', 'offer tools', 'listed']);
    expect(methods(connection)).toEqual(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']);
  });

  it('is complete although one list fails', async () => {
    const { keeper, heard, clock } = setUp();
    const connection = createFakeConnection({
      capabilities: ALL,
      playbook: {
        'tools/list': listed('tools', ['a']),
        'prompts/list': notFound,
        'resources/list': listed('resources', ['r']),
        'resources/templates/list': notFound,
      },
    });
    keeper.attach(connection);
    await clock.advance(600_000);
    expect([names(keeper.offer().tools), names(keeper.offer().resources)]).toEqual([['a'], ['r']]);
    expect(keeper.warnings()).toEqual([
      'prompts/list: Method not found (-32601)',
      'resources/templates/list: Method not found (-32601)',
    ]);
    expect(heard.toSorted()).toEqual(['listed', 'offer ', 'offer resources', 'offer tools', 'warnings', 'warnings']);
    // An unimplemented list is not fetched again.
    expect(connection.requests).toHaveLength(4);
  });

  it('is refetched with back-off while a list fails, and keeps the old list', async () => {
    const { keeper, heard, clock } = setUp();
    let isBroken = false;
    const playbook: Playbook = {
      'tools/list': () => (isBroken ? failed({ code: -32_603, message: 'no s3cret' }) : listed('tools', ['a'])()),
    };
    const connection = createFakeConnection({ playbook });
    keeper.attach(connection);
    await settle();
    isBroken = true;
    await clock.advance(1_000);
    keeper.refresh('tools');
    await settle();
    expect(names(keeper.offer().tools)).toEqual(['a']);
    expect(keeper.warnings()).toEqual(['tools/list: no … (-32603)']);
    await clock.advance(500 + 500 + 1_000 + 2_000 - 1);
    expect(connection.requests).toHaveLength(2 + 3);
    isBroken = false;
    await clock.advance(1);
    expect(keeper.warnings()).toEqual([]);
    expect(heard).toEqual(['offer ', 'offer tools', 'listed', 'warnings', 'warnings']);
    expect(clock.pending()).toBe(0);
  });

  it('survives a connection that rejects', async () => {
    const { keeper, heard } = setUp();
    const connection = createFakeConnection();
    keeper.attach({ ...connection, request: () => Promise.reject(new Error('bug')) });
    await settle();
    expect(keeper.warnings()).toEqual(['tools/list: bug']);
    expect(heard).toContain('listed');
    keeper.detach();
  });

  describe('changes', () => {
    it('when the server announces it and the JSON differs', async () => {
      const { keeper, heard, clock } = setUp();
      const { state, connection } = changing({ tools: { listChanged: true } });
      keeper.attach(connection);
      await settle();
      heard.length = 0;
      await clock.advance(1_000);
      keeper.refresh('tools');
      await settle();
      expect(heard).toEqual([]);
      state.tools = ['a', 'b'];
      await clock.advance(1_000);
      keeper.refresh('tools');
      keeper.refresh('prompts');
      await settle();
      expect(heard).toEqual(['offer tools']);
      expect(connection.requests).toHaveLength(3);
    });

    it('when a new connection declares less', async () => {
      const { keeper, heard } = setUp();
      const { connection } = changing({ tools: {} });
      keeper.attach(connection);
      await settle();
      keeper.detach();
      expect(names(keeper.offer().tools)).toEqual(['a']);
      heard.length = 0;
      keeper.attach(createFakeConnection({ capabilities: { completions: {} } }));
      expect(keeper.offer()).toEqual({ ...EMPTY_OFFER, capabilities: { completions: {} } });
      expect(heard).toEqual(['offer tools', 'listed']);
    });

    it('not when a new connection has the same lists', async () => {
      const { keeper, heard } = setUp();
      keeper.attach(changing({ tools: {} }).connection);
      await settle();
      const before = keeper.offer();
      heard.length = 0;
      keeper.attach(changing({ tools: {} }).connection);
      await settle();
      expect(heard).toEqual(['listed']);
      expect(keeper.offer()).toBe(before);
    });

    it('without new lists when only instructions or caching differ', async () => {
      const { keeper, heard } = setUp();
      keeper.attach(changing({ tools: {} }).connection);
      await settle();
      heard.length = 0;
      keeper.attach(changing({ tools: {} }, { ttlMs: 10 }).connection);
      await settle();
      expect(heard).toEqual(['offer ', 'listed']);
    });

    it('not by late answers of an old connection', async () => {
      const { keeper, heard } = setUp();
      const slow = createFakeConnection();
      keeper.attach(slow);
      keeper.attach(changing({ tools: {} }).connection);
      await settle();
      heard.length = 0;
      slow.requests[0]?.reply(listed('tools', ['old'])());
      await settle();
      expect(names(keeper.offer().tools)).toEqual(['a']);
      expect(heard).toEqual([]);
    });
  });

  it('is inherited until the server has answered', async () => {
    const caching = { ...EMPTY_OFFER.caching, tools: { ttlMs: 9_000, cacheScope: 'private' } } as const;
    const inherited = { ...EMPTY_OFFER, caching, tools: [{ name: 'a' }], capabilities: { tools: {} } };
    const { keeper, heard } = setUp(inherited);
    expect(keeper.offer()).toBe(inherited);
    keeper.attach(changing({ tools: {} }, { ttlMs: 9_000 }).connection);
    await settle();
    expect(heard).toEqual(['listed']);
  });

  it('is empty once it is closed', async () => {
    const { keeper, clock } = setUp();
    keeper.attach(changing({ tools: {} }, { era: 'modern', ttlMs: 0 }).connection);
    await settle();
    keeper.close();
    expect(keeper.offer()).toEqual(EMPTY_OFFER);
    expect(clock.pending()).toBe(0);
  });

  it.each<[string, JsonObject, 'modern' | 'legacy', number | undefined, number]>([
    ['a modern server that announces no changes, every 30 s at most', { tools: {} }, 'modern', 0, 4],
    ['a modern server, when its lists expire', { tools: {} }, 'modern', 50_000, 2],
    ['a modern server that announces changes, never', { tools: { listChanged: true } }, 'modern', 0, 0],
    ['a modern server without a ttlMs, never', { tools: {} }, 'modern', undefined, 0],
    ['a legacy server, never', { tools: {} }, 'legacy', 0, 0],
  ])('is polled: %s', async (_case, capabilities, era, ttlMs, times) => {
    const { keeper, clock } = setUp();
    const { connection } = changing(capabilities, { era, ...(ttlMs !== undefined && { ttlMs }) });
    keeper.attach(connection);
    await clock.advance(120_000);
    expect(connection.requests).toHaveLength(1 + times);
    keeper.detach();
    await clock.advance(120_000);
    expect(connection.requests).toHaveLength(1 + times);
  });
});
