import { result } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import { describe, expect, it, vi } from 'vitest';
import { createFakeClock, settle } from '../../../base/src/fixtures/fake-clock.ts';
import type { ServerState } from '../../../upstream/src/server.ts';
import type { Caller } from '../model/caller.ts';
import type { CatalogItem, CatalogTool } from '../model/catalog.ts';
import type { Core } from './core.ts';
import { awaitFirstOffers, FIRST_WAIT_MS } from './first-offers.ts';

function setUp(states: ServerState[]) {
  const handle = vi.fn<Core['handle']>(() => Promise.resolve(result({})));
  const clock = createFakeClock();
  const tools = new Map<string, CatalogTool>([['here', {} as CatalogTool]]);
  const servers = () => states.map((state) => ({ status: () => ({ state }) }) as UpstreamServer);
  const catalog = () => ({ toolsByName: tools, promptsByName: new Map<string, CatalogItem>() });
  const awaiting = awaitFirstOffers({ handle } as Partial<Core> as Core, servers, catalog, clock);
  return { awaiting, handle, clock, tools };
}

const caller = {} as Caller;

describe('the first lists', () => {
  it('wait until no server is connecting for the first time', async () => {
    const states: ServerState[] = ['waiting', 'connecting'];
    const { awaiting, handle, clock } = setUp(states);
    awaiting.update();
    const list = awaiting.core.handle('tools/list', {}, caller);
    await settle();
    expect(handle).not.toHaveBeenCalled();
    states[1] = 'failed';
    awaiting.update();
    await list;
    await awaiting.settled;
    expect(handle).toHaveBeenCalledTimes(1);
    expect(clock.pending()).toBe(0);
  });

  it('wait for the other servers while one is ready, and for a bounded time', async () => {
    const { awaiting, handle, clock } = setUp(['ready', 'connecting']);
    awaiting.update();
    const list = awaiting.core.handle('tools/list', {}, caller);
    await clock.advance(FIRST_WAIT_MS - 1);
    expect(handle).not.toHaveBeenCalled();
    await clock.advance(1);
    await list;
    expect(handle).toHaveBeenCalledTimes(1);
    expect(clock.pending()).toBe(0);
  });

  it('do not wait forever if no server connects', async () => {
    const { awaiting, handle, clock } = setUp(['connecting']);
    const list = awaiting.core.handle('tools/list', {}, caller);
    await clock.advance(FIRST_WAIT_MS);
    await list;
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('do not wait once all have settled, whatever connects later', async () => {
    const states: ServerState[] = ['ready'];
    const { awaiting, handle } = setUp(states);
    awaiting.update();
    states[0] = 'connecting';
    const list = awaiting.core.handle('tools/list', {}, caller);
    expect(handle).toHaveBeenCalledTimes(1);
    await list;
    // From then on, requests go straight to the core.
    expect(awaiting.core.handle).toBe(handle);
  });
});

describe('the first calls', () => {
  it('do not wait for a tool that is offered', () => {
    const { awaiting, handle } = setUp(['connecting']);
    void awaiting.core.handle('tools/call', { name: 'here' }, caller);
    void awaiting.core.handle('ping', {}, caller);
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it('start as soon as their tool is offered, even while other servers connect', async () => {
    const { awaiting, handle, tools } = setUp(['connecting', 'connecting']);
    const call = awaiting.core.handle('tools/call', { name: 'soon' }, caller);
    awaiting.update();
    await settle();
    expect(handle).not.toHaveBeenCalled();
    tools.set('soon', {} as CatalogTool);
    awaiting.update();
    await call;
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('of search mode wait for the tool that they name; its list does not wait', async () => {
    const { awaiting, handle, tools } = setUp(['connecting', 'connecting']);
    const searching = { mode: 'search' } as Caller;
    await awaiting.core.handle('tools/list', {}, searching);
    expect(handle).toHaveBeenCalledTimes(1);
    const params = { name: 'call_tool_read', arguments: { id: 'soon' } };
    const call = awaiting.core.handle('tools/call', params, searching);
    await settle();
    expect(handle).toHaveBeenCalledTimes(1);
    tools.set('soon', {} as CatalogTool);
    awaiting.update();
    await call;
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it.each(['tools/call', 'prompts/get', 'resources/read'])(
    'of %s for something that is never offered are answered too',
    async (method) => {
      const { awaiting, handle, clock } = setUp(['connecting']);
      const early = awaiting.core.handle(method, { name: 'elsewhere' }, caller);
      expect(handle).not.toHaveBeenCalled();
      await clock.advance(FIRST_WAIT_MS);
      await early;
      expect(handle).toHaveBeenCalledTimes(1);
    },
  );
});
