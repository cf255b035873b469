import { describe, expect, it } from 'vitest';
import { eras } from '../record/fixtures/clients.ts';
import { startPolicyGateway } from './fixtures/api.ts';
import { withEachEra } from './fixtures/per-era.ts';
import { connectTo } from './fixtures/policy-client.ts';
import { createCounting, createOffering, type OfferedTool } from './fixtures/upstream.ts';

/** Caches everything that the config allows, and allows all calls. */
const KEEP_ALL = { cache: { ttl: 600, tools: '*' } };
const policy = { defaults: { destructive: 'allow', contradicted: 'allow' } };

const READER: OfferedTool = { name: 'read_notes', annotations: { readOnlyHint: true } };

describe('the cache', () => {
  it('answers an identical read, and reports that in the result and in the record', async () => {
    await withEachEra({ policy, entry: KEEP_ALL }, async ({ counting, call, calls }) => {
      const first = await call('read_value', { a: 1, b: [2, { c: 3 }] });
      expect(first).toEqual({ text: 'changes: 0', isError: false, meta: undefined });
      // The same arguments in another order.
      const second = await call('read_value', { b: [2, { c: 3 }], a: 1 });
      expect(second).toMatchObject({ text: 'changes: 0', isError: false, meta: { cached: true, attempts: 0 } });
      expect(counting.reached()).toHaveLength(1);
      const recorded = await calls();
      expect(recorded).toMatchObject([
        { tool: 'read_value', status: 'ok', cached: false, attempts: 1 },
        { tool: 'read_value', status: 'ok', cached: true, attempts: 0, decision: { kind: 'allow' } },
      ]);
      expect(second.meta).toMatchObject({ id: recorded[1]?.id, age_ms: expect.any(Number) });
      // Different arguments, or none, are different cache entries.
      for (const given of [{ a: 1, b: [{ c: 3 }, 2] }, { a: 1 }, { a: '1' }, {}])
        expect(await call('read_value', given)).toMatchObject({ meta: undefined });
      expect(counting.reached()).toHaveLength(5);
    });
  });

  it('is invalidated by every call that may write, even a failed one', async () => {
    await withEachEra({ policy, entry: KEEP_ALL }, async ({ counting, call }) => {
      const read = async () => (await call('read_value')).text;
      expect([await read(), await read()]).toEqual(['changes: 0', 'changes: 0']);
      for (const [index, tool] of ['add_item', 'set_value', 'delete_item'].entries()) {
        await call(tool);
        const now = `changes: ${index + 1}`;
        expect([await read(), await read()], tool).toEqual([now, now]);
      }
      counting.flag('fail add_item');
      expect(await call('add_item')).toMatchObject({ isError: true });
      expect([await read(), await read()]).toEqual(['changes: 3', 'changes: 3']);
      // Each of the five writes causes a new read, followed by one from the cache.
      expect(counting.reached('read_value')).toHaveLength(5);
      // Failures are not cached.
      counting.flag('fail read_value');
      expect(await call('read_value', { n: 1 })).toMatchObject({ isError: true });
      expect(await call('read_value', { n: 1 })).toMatchObject({ text: 'changes: 3', meta: undefined });
    });
  });

  it('never answers for a tool that is not certainly read-only', async () => {
    const tools: readonly OfferedTool[] = [
      { name: 'drop_table', annotations: { destructiveHint: true, idempotentHint: true } },
      { name: 'add_row', annotations: { readOnlyHint: false, destructiveHint: false } },
      { name: 'say_nothing' },
      { name: 'say_both', annotations: { readOnlyHint: true, destructiveHint: true } },
      { name: 'delete_note', annotations: { readOnlyHint: true } },
      { name: 'broken', annotations: { readOnlyHint: 'true' } },
    ];
    const plain = createOffering(tools, KEEP_ALL);
    const distrusted = createOffering([READER], { ...KEEP_ALL, trust: 'none' });
    const { gateway, api } = await startPolicyGateway({ plain: plain.entry, distrusted: distrusted.entry }, policy);
    const names = [...tools.map(({ name }) => `plain__${name}`), 'distrusted__read_notes'];
    for (const era of eras) {
      const client = await connectTo(gateway, era);
      for (const name of [...names, ...names])
        expect(await client.call(name), name).toMatchObject({ isError: false, meta: undefined });
    }
    for (const { name } of tools) expect(plain.reached(name), name).toHaveLength(4);
    expect(distrusted.reached()).toHaveLength(4);
    const recorded = await api.calls();
    expect(recorded).toHaveLength(4 * names.length);
    expect(recorded.filter(({ cached, attempts }) => cached || attempts !== 1)).toEqual([]);
  });

  it('sends only one of 50 concurrent identical reads to the server', async () => {
    const counting = createCounting(KEEP_ALL);
    const { gateway, api } = await startPolicyGateway({ counting: counting.entry }, policy);
    const clients = await Promise.all(eras.map((era) => connectTo(gateway, era)));
    const said = await Promise.all(
      // Long enough that all of them are waiting before the answer.
      Array.from({ length: 50 }, (_, n) => clients[n % 2]?.call('counting__read_value', { delay_ms: 1_000 })),
    );
    expect(said.map((each) => each?.text)).toEqual(Array.from({ length: 50 }, () => 'changes: 0'));
    expect(counting.reached()).toHaveLength(1);
    const recorded = await api.calls();
    expect(recorded).toHaveLength(50);
    expect(recorded.filter(({ cached }) => cached)).toHaveLength(49);
    expect(said.filter((each) => each?.meta !== undefined)).toHaveLength(49);
  });

  it('applies to the tools named in the config, until their server changes them', async () => {
    const tools: readonly OfferedTool[] = [READER, { name: 'read_clock', annotations: { readOnlyHint: true } }];
    const [off, some] = [createOffering(tools), createOffering(tools, { cache: { tools: 'read_n*' } })];
    const { gateway } = await startPolicyGateway({ off: off.entry, some: some.entry });
    const client = await connectTo(gateway, 'modern');
    for (const name of ['off__read_notes', 'some__read_notes', 'some__read_clock'])
      for (let time = 0; time < 3; time++) await client.call(name);
    expect(off.reached()).toHaveLength(3);
    expect(some.reached('read_clock')).toHaveLength(3);
    expect(some.reached('read_notes')).toHaveLength(1);
    some.offer(...tools, { name: 'list_more', annotations: { readOnlyHint: true } });
    await expect.poll(() => client.tool('some__list_more')).toBeDefined();
    expect(await client.call('some__read_notes')).toMatchObject({ meta: undefined });
    expect(some.reached('read_notes')).toHaveLength(2);
  });
});
