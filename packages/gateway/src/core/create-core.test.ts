import { getEventListeners } from 'node:events';
import { failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../base/src/fixtures/test-clock.ts';
import { legacyCaller, modernCaller } from './fixtures/caller.ts';
import { createTestServer } from './fixtures/server.ts';
import { createWorld } from './fixtures/world.ts';

const error = (code: number, message: string, data: JsonObject): RpcReply => failed({ code, message, data });

describe('a bug', () => {
  it.each<[string, () => never]>([
    [
      'at once',
      () => {
        throw new Error('token=hush');
      },
    ],
  ])('is answered with an incident id, with its details in the log only: %s', async (_, routesOf) => {
    const { core, logged } = createWorld([], { catalog: { routesOf } });
    const reply = await core.handle('resources/read', { uri: 'x' }, modernCaller());
    expect(reply).toEqual(
      error(-32603, 'Something went wrong in the gateway (incident id-1).', { error: 'internal', incident: 'id-1' }),
    );
    expect(logged).toMatchObject([
      ['error', { incident: 'id-1', where: 'resources/read', error: 'token=hush' }, 'bug'],
    ]);
    expect(core.inFlight()).toBe(0);
  });

  it('is answered so also when a method throws synchronously', async () => {
    const page = (): never => {
      throw new Error('broken');
    };
    const { core } = createWorld([], { catalog: { page } });
    expect(await core.handle('tools/list', {}, modernCaller())).toMatchObject({ error: { code: -32603 } });
    expect(core.inFlight()).toBe(0);
  });

  it('is answered so also when a server rejects, which it must not', async () => {
    const server = { ...createTestServer('s', 'legacy'), request: () => Promise.reject(new Error('broken')) };
    for (const caller of [legacyCaller(), modernCaller(), modernCaller({ capabilities: { roots: {} } })]) {
      const { core } = createWorld([server]);
      expect(await core.handle('tools/call', { name: 's__a' }, caller)).toMatchObject({ error: { code: -32603 } });
    }
  });
});

describe('stopping', () => {
  it('answers requests under way and refuses new ones', async () => {
    const server = createTestServer('s', 'legacy');
    const { core } = createWorld([server]);
    const reply = core.handle('tools/call', { name: 's__a' }, legacyCaller());
    expect(core.inFlight()).toBe(1);
    core.refuse();
    expect(await core.handle('tools/call', { name: 's__a' }, legacyCaller())).toEqual(
      error(-32066, 'The gateway is stopping.', { error: 'shuttingDown' }),
    );
    const { signal } = new AbortController();
    const drained = core.drained(signal);
    server.last().reply(result({}));
    expect(await reply).toEqual(result({}));
    expect(await drained).toBe(true);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(await core.drained(AbortSignal.abort())).toBe(true);
  });

  it('stops waiting when the signal is aborted', async () => {
    const server = createTestServer('s', 'legacy');
    const { core } = createWorld([server]);
    void core.handle('tools/call', { name: 's__a' }, legacyCaller());
    const controller = new AbortController();
    const drained = core.drained(controller.signal);
    controller.abort();
    expect(await drained).toBe(false);
    expect(await core.drained(controller.signal)).toBe(false);
    await settle();
  });
});
