import { describe, expect, it } from 'vitest';
import { startPolicyGateway } from './fixtures/api.ts';
import { withEachEra } from './fixtures/per-era.ts';
import { connectTo } from './fixtures/policy-client.ts';
import { createCounting, type Upstream } from './fixtures/upstream.ts';

const policy = { defaults: { destructive: 'allow' } };
const MAYBE = /It may have been carried out: check before you call it again\.$/;
const toolsIn = (upstream: Upstream): readonly string[] => upstream.reached().map(({ tool }) => tool);

describe('a server that dies', () => {
  it.each(['legacy', 'modern'] as const)(
    'during a call, %s, executes a non-idempotent call only once',
    async (speaks) => {
      await withEachEra({ policy, speaks }, async ({ counting, call, calls }) => {
        for (const tool of ['add_item', 'delete_item']) {
          counting.flag(`die-after ${tool}`);
          await expect(call(tool)).rejects.toMatchObject({
            message: expect.stringMatching(MAYBE),
            data: { happened: 'maybe' },
          });
        }
        expect(toolsIn(counting)).toEqual(['add_item', 'delete_item']);
        const failure = {
          status: 'error',
          attempts: 1,
          attempt_log: [],
          error: { message: expect.stringMatching(MAYBE) },
        };
        expect(await calls()).toMatchObject([
          { tool: 'add_item', ...failure },
          { tool: 'delete_item', ...failure },
        ]);
        // It is running again, and did nothing unrequested.
        expect(await call('read_value')).toMatchObject({ text: 'changes: 2' });
      });
    },
  );

  it('gets a retry of idempotent and read-only calls, and the number of attempts is reported', async () => {
    await withEachEra({ policy }, async ({ counting, call, calls }) => {
      counting.flag('die-after set_value');
      expect(await call('set_value', { to: 1 })).toMatchObject({
        text: 'done: set_value',
        isError: false,
        meta: { cached: false, attempts: 2 },
      });
      counting.flag('die-before read_value');
      expect(await call('read_value')).toMatchObject({ text: 'changes: 2', meta: { attempts: 2 } });
      expect(toolsIn(counting)).toEqual(['set_value', 'set_value', 'read_value']);
      expect(counting.reached('set_value').map((reached) => reached.arguments)).toEqual([{ to: 1 }, { to: 1 }]);
      const failed = { code: expect.any(Number), message: expect.stringContaining('code 7') };
      expect(await calls()).toMatchObject([
        { tool: 'set_value', status: 'ok', attempts: 2, attempt_log: [failed] },
        { tool: 'read_value', status: 'ok', attempts: 2, attempt_log: [failed] },
      ]);
    });
  });

  it("is abandoned after the policy's number of attempts", async () => {
    await withEachEra({ policy: { ...policy, retry: { attempts: 2 } } }, async ({ counting, call, calls }) => {
      counting.flag('die-after * always');
      await expect(call('set_value')).rejects.toMatchObject({
        message: expect.stringMatching(MAYBE),
        data: { happened: 'maybe' },
      });
      expect(counting.reached()).toHaveLength(2);
      expect(await calls()).toMatchObject([{ status: 'error', attempts: 2, attempt_log: [{}] }]);
    });
  });

  it('and cannot be restarted executes none of the unsent calls', async () => {
    await withEachEra({ policy }, async ({ counting, server, call, calls }, gateway) => {
      counting.takeAway('node');
      counting.flag('die-before add_item');
      await expect(call('add_item')).rejects.toMatchObject({ data: { happened: 'maybe' } });
      const state = async () => (await gateway.api(`/api/v1/servers/${server}`)).body;
      await expect.poll(state).toMatchObject({ state: 'failed' });
      for (const tool of ['add_item', 'set_value', 'read_value'])
        await expect(call(tool), tool).rejects.toMatchObject({
          message: expect.stringMatching(/ It was not carried out\.$/),
          data: { happened: 'no' },
        });
      expect(counting.reached()).toEqual([]);
      expect((await calls()).map(({ status }) => status)).toEqual(['error', 'error', 'error', 'error']);
    });
  });

  it('is waited for by read-only calls', async () => {
    await withEachEra({ policy }, async ({ counting, server, call, calls }, gateway, api) => {
      counting.takeAway('program');
      counting.flag('die-before add_item');
      await expect(call('add_item')).rejects.toThrow();
      const state = async () => (await gateway.api(`/api/v1/servers/${server}`)).body;
      await expect.poll(state).toMatchObject({ state: 'waiting' });
      const read = call('read_value');
      await expect.poll(() => api.calls(`&status=running&server=${server}`)).toMatchObject([{ tool: 'read_value' }]);
      counting.putBack();
      expect(await read).toMatchObject({ text: 'changes: 0', isError: false });
      expect(toolsIn(counting)).toEqual(['read_value']);
      expect((await calls()).at(-1)).toMatchObject({ tool: 'read_value', status: 'ok' });
    });
  });
});

describe('a running server', () => {
  it('gets no retry after its own answer, and after a timeout only of repeatable calls', async () => {
    const [answering, silent] = [createCounting(), createCounting({ timeout: 0.5 })];
    const { gateway, api } = await startPolicyGateway({ answering: answering.entry, silent: silent.entry }, policy);
    const client = await connectTo(gateway, 'modern');
    answering.flag('fail read_value');
    expect(await client.call('answering__read_value')).toMatchObject({ isError: true, meta: undefined });
    answering.flag('refuse read_value');
    await expect(client.call('answering__read_value')).rejects.toMatchObject({ code: -32_000, data: undefined });
    expect(answering.reached()).toEqual([]);

    silent.flag('hang-after set_value');
    expect(await client.call('silent__set_value')).toMatchObject({ meta: { attempts: 2 } });
    silent.flag('hang-after add_item');
    await expect(client.call('silent__add_item')).rejects.toMatchObject({
      message: expect.stringMatching(MAYBE),
      data: { happened: 'maybe' },
    });
    expect(toolsIn(silent)).toEqual(['set_value', 'set_value', 'add_item']);
    expect((await api.calls()).map(({ attempts, status }) => [attempts, status])).toEqual([
      [1, 'error'],
      [1, 'error'],
      [2, 'ok'],
      [1, 'error'],
    ]);
  });
});
