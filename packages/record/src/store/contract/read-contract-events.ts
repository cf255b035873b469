import { expect, it } from 'vitest';
import { createStoreReader } from '../read/create-reader.ts';
import { options, START, session, version } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';
import { createWorld, plan } from './read-world.ts';

const LIMITS = { sessions: 100, days: 100_000, bytes: Number.MAX_SAFE_INTEGER, events: 2 };

/** Tool versions, events and sizes. */
export function readEventsContract(open: OpenEngine): void {
  const store = useStore(open);

  it('lists every version of a tool, last seen first', async () => {
    const { engine, writer } = store();
    await writer.apply(
      [
        version('v1', { at: START }),
        version('v2', { at: START + 1, hints: 'h2', definition: { name: 'read_file' } }),
        version('v3', { at: START + 2, tool: 'other' }),
      ],
      options(),
    );
    await writer.apply([version('v1', { at: START + 5 })], options());
    const reader = createStoreReader(engine);
    expect(await reader.versions('files', 'read_file')).toEqual([
      {
        id: 'v1',
        definition: { name: 'read_file', annotations: { readOnlyHint: true, 'x-own': 1 } },
        hints: 'h1',
        prose: 'p1',
        firstSeen: START,
        lastSeen: START + 5,
      },
      {
        id: 'v2',
        definition: { name: 'read_file' },
        hints: 'h2',
        prose: 'p1',
        firstSeen: START + 1,
        lastSeen: START + 1,
      },
    ]);
    expect(await reader.versions('files', 'unknown')).toEqual([]);
  });

  it('has no events at first, and knows that none are missing', async () => {
    const reader = createStoreReader(store().engine);
    const last = await reader.lastEvent();
    expect(await reader.eventsAfter(last, 10)).toEqual([]);
    expect(await reader.eventsAfter(last + 1, 10)).toBeUndefined();
    // An event id of an older record is unknown.
    expect(await reader.eventsAfter(7, 10)).toBeUndefined();
  });

  it('returns events after an id in order, and reports a gap', async () => {
    const { engine, writer } = store();
    const batches = [];
    for (const id of ['a', 'b', 'c', 'd']) batches.push(await writer.apply([session(id)], options()));
    const [one = 0, two = 0, three = 0, four = 0] = batches.map((batch) => batch?.batch ?? 0);
    const reader = createStoreReader(engine);
    expect(await reader.lastEvent()).toBe(four);
    expect(await reader.eventsAfter(one, 10)).toEqual(batches.slice(1));
    expect(await reader.eventsAfter(one, 2)).toEqual(batches.slice(1, 3));
    expect(await reader.eventsAfter(four, 10)).toEqual([]);
    expect(await reader.eventsAfter(four + 1, 10)).toBeUndefined();

    await writer.retain(LIMITS, START);
    expect(await reader.eventsAfter(two, 10)).toEqual(batches.slice(2));
    expect(await reader.eventsAfter(three, 10)).toEqual(batches.slice(3));
    expect(await reader.eventsAfter(one, 10)).toBeUndefined();
    expect(await reader.lastEvent()).toBe(four);
  });

  it('reports its size', async () => {
    const { engine, writer } = store();
    const reader = createStoreReader(engine);
    expect(await reader.size()).toEqual({ bytes: await engine.size(), calls: 0, sessions: 0 });
    await createWorld(writer)([plan(), plan({ session: 't' }), plan({ status: 'running' })]);
    expect(await reader.size()).toEqual({ bytes: await engine.size(), calls: 3, sessions: 2 });
  });
}
