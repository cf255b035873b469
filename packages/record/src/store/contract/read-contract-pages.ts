import { expect, it } from 'vitest';
import { createStoreReader } from '../read/create-reader.ts';
import { toCursor } from '../read/cursor.ts';
import type { CallFilter, StoreReader } from '../store.ts';
import { START } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';
import { createWorld, fitting, MIXED_CALLS, plan } from './read-world.ts';

/** Pagination. */
export function readPagesContract(open: OpenEngine): void {
  const store = useStore(open);

  it.each<[string, CallFilter]>([
    ['all calls', {}],
    ['one kind of calls', { classes: ['read'], statuses: ['ok', 'error'] }],
    ['a session', { sessionId: 'session-2' }],
    ['a time', { from: START + 1, to: START + 300_000_000 }],
    ['words', { q: 'invoice' }],
  ])('goes through %s by cursor, each call once, while calls are added', async (_what, filter) => {
    const { engine, writer } = store();
    const record = createWorld(writer);
    const calls = await record(MIXED_CALLS);
    const reader = createStoreReader(engine);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < calls.length; page++) {
      const list = await reader.calls(filter, { limit: 7, offset: 0, ...(cursor !== undefined && { cursor }) });
      seen.push(...list.tool_calls.map(({ id }) => id));
      if (list.next_cursor === null) break;
      cursor = list.next_cursor;
      await record([plan({ at: START + 400_000_000, session: 'session-2', words: 'invoice' })]);
    }
    expect(seen).toEqual(fitting(calls, filter).map(({ id }) => id));
  });

  it('goes through all calls by offset', async () => {
    const { engine, writer } = store();
    const calls = await createWorld(writer)(MIXED_CALLS);
    expect(await byOffset(createStoreReader(engine), {}, calls.length)).toEqual(fitting(calls, {}).map(({ id }) => id));
  });

  it('returns an empty page after the last', async () => {
    const { engine, writer } = store();
    await createWorld(writer)([plan(), plan()]);
    const reader = createStoreReader(engine);
    expect(await reader.calls({}, { limit: 2, offset: 0 })).toMatchObject({ total: 2, next_cursor: null });
    expect(await reader.calls({}, { limit: 2, offset: 2 })).toMatchObject({
      tool_calls: [],
      total: 2,
      next_cursor: null,
    });
    expect(await reader.calls({}, { limit: 2, offset: 0, cursor: toCursor(0) })).toMatchObject({
      tool_calls: [],
      total: 2,
      offset: 0,
      next_cursor: null,
    });
  });

  it('reports the full total on every page', async () => {
    const { engine, writer } = store();
    const calls = await createWorld(writer)(MIXED_CALLS);
    const reader = createStoreReader(engine);
    const first = await reader.calls({ classes: ['read'] }, { limit: 3, offset: 0 });
    const second = await reader.calls({ classes: ['read'] }, { limit: 3, offset: 0, cursor: first.next_cursor ?? '' });
    const expected = fitting(calls, { classes: ['read'] }).length;
    expect([first.total, second.total]).toEqual([expected, expected]);
  });

  it('rejects an invalid cursor', async () => {
    const { engine } = store();
    await expect(createStoreReader(engine).calls({}, { limit: 1, offset: 0, cursor: 'garbage' })).rejects.toThrow(
      'not a cursor',
    );
  });
}

async function byOffset(reader: StoreReader, filter: CallFilter, count: number): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let offset = 0; offset < count; offset += 9) {
    const { tool_calls } = await reader.calls(filter, { limit: 9, offset });
    seen.push(...tool_calls.map(({ id }) => id));
  }
  return seen;
}
