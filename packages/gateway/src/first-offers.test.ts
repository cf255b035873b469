import { describe, expect, it, vi } from 'vitest';
import type { CatalogTool } from './catalog/catalog.ts';
import type { Caller } from './core/caller.ts';
import type { Core } from './core/core.ts';
import { awaitFirstOffers, FIRST_LIST_WAIT_MS } from './first-offers.ts';
import { result } from './rpc.ts';
import type { Clock } from './upstream/clock.ts';
import type { ServerState, UpstreamServer } from './upstream/server.ts';

function setUp(states: ServerState[]) {
  const handle = vi.fn<Core['handle']>(() => Promise.resolve(result({})));
  let run: (() => void) | undefined;
  const clock: Clock = {
    now: () => 0,
    after: (ms, later) => {
      expect(ms).toBe(FIRST_LIST_WAIT_MS);
      run = later;
      return () => {
        run = undefined;
      };
    },
  };
  const servers = () => states.map((state) => ({ status: () => ({ state }) }) as UpstreamServer);
  const awaiting = awaitFirstOffers(
    { handle } as Partial<Core> as Core,
    servers,
    () => ({ toolsByName: new Map([['here', {} as CatalogTool]]), promptsByName: new Map() }),
    clock,
  );
  return { awaiting, handle, pass: () => run?.(), hasTimer: () => run !== undefined };
}

const caller = {} as Caller;

describe('the first lists', () => {
  it('wait until every server has had its chance', async () => {
    const states: ServerState[] = ['ready', 'connecting'];
    const { awaiting, handle, hasTimer } = setUp(states);
    awaiting.look();
    const list = awaiting.core.handle('tools/list', {}, caller);
    await Promise.resolve();
    expect(handle).not.toHaveBeenCalled();
    states[1] = 'failed';
    awaiting.look();
    await list;
    expect(handle).toHaveBeenCalledTimes(1);
    expect(hasTimer()).toBe(false);
  });

  it('do not wait for ever', async () => {
    const { awaiting, handle, pass } = setUp(['connecting']);
    const list = awaiting.core.handle('tools/list', {}, caller);
    pass();
    await list;
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('do not wait once it is over, whatever connects later', async () => {
    const states: ServerState[] = ['ready'];
    const { awaiting, handle } = setUp(states);
    awaiting.look();
    states[0] = 'connecting';
    const list = awaiting.core.handle('tools/list', {}, caller);
    expect(handle).toHaveBeenCalledTimes(1);
    await list;
  });

  it('keep nothing else waiting', () => {
    const { awaiting, handle } = setUp(['connecting']);
    void awaiting.core.handle('tools/call', { name: 'here' }, caller);
    void awaiting.core.handle('ping', {}, caller);
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it.each(['tools/call', 'prompts/get', 'resources/read'])(
    'and so does %s of what nobody offers yet',
    async (method) => {
      const { awaiting, handle, pass } = setUp(['connecting']);
      const early = awaiting.core.handle(method, { name: 'elsewhere' }, caller);
      expect(handle).not.toHaveBeenCalled();
      pass();
      await early;
      expect(handle).toHaveBeenCalledTimes(1);
    },
  );
});
