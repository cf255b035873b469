import { toolCallDetailSchema, toolCallSchema } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { createStoreReader } from '../read/create-reader.ts';
import type { CallFilter, StoreReader } from '../store.ts';
import { START } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';
import { createWorld, fitting, MIXED_CALLS, plan } from './read-world.ts';

/** Export of all calls in chunks. */
export function readExportContract(open: OpenEngine): void {
  const store = useStore(open);

  it.each<[string, CallFilter]>([
    ['all calls', {}],
    ['a session', { sessionId: 'session-0' }],
    ['a kind of calls of a session', { sessionId: 'session-0', classes: ['read'] }],
    ['a kind', { servers: ['web', 'files'], statuses: ['error', 'ok'] }],
    ['a time', { from: START + 1, to: START + 300_000_000 }],
    ['words', { q: 'invoice' }],
    ['words in a session', { q: 'invoice', sessionId: 'session-1' }],
    ['nothing', { tools: ['absent'] }],
    ['no time', { from: START, to: START }],
  ])('returns %s, oldest first, each once', async (_what, filter) => {
    const { engine, writer } = store();
    const calls = await createWorld(writer)(MIXED_CALLS);
    const expected = fitting(calls, filter)
      .map(({ id }) => id)
      .reverse();
    const reader = createStoreReader(engine);
    for (const limit of [1, 7, 1_000]) expect(await idsOf(reader, filter, limit)).toEqual(expected);
  });

  it('includes calls added meanwhile, and ends with the newest one', async () => {
    const { engine, writer } = store();
    const record = createWorld(writer);
    const [one, two] = await record([plan(), plan({ at: START + 1 })]);
    const reader = createStoreReader(engine);
    const first = await reader.export({}, { after: undefined, limit: 2, withBodies: false });
    expect(first).toMatchObject({ calls: [{ id: one?.id }, { id: two?.id }], next: two?.seq });
    const [three] = await record([plan({ at: START + 2 })]);
    const second = await reader.export({}, { after: first.next, limit: 2, withBodies: false });
    expect(second).toMatchObject({ calls: [{ id: three?.id }], next: undefined });
    expect(await reader.export({}, { after: three?.seq, limit: 2, withBodies: false })).toEqual({
      calls: [],
      next: undefined,
    });
  });

  it('includes arguments and results on request', async () => {
    const { engine, writer } = store();
    await createWorld(writer)([plan()]);
    const reader = createStoreReader(engine);
    const [detail] = (await reader.export({}, { after: undefined, limit: 1, withBodies: true })).calls;
    expect(toolCallDetailSchema.parse(detail)).toEqual(detail);
    expect(detail).toEqual(await reader.call(detail?.id ?? ''));
    const [call] = (await reader.export({}, { after: undefined, limit: 1, withBodies: false })).calls;
    expect(toolCallSchema.parse(call)).toEqual(call);
    const { tool_calls } = await reader.calls({}, { limit: 1, offset: 0 });
    expect([call]).toEqual(tool_calls);
  });
}

async function idsOf(reader: StoreReader, filter: CallFilter, limit: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: number | undefined;
  do {
    const piece = await reader.export(filter, { after, limit, withBodies: false });
    ids.push(...piece.calls.map(({ id }) => id));
    after = piece.next;
  } while (after !== undefined);
  return ids;
}
