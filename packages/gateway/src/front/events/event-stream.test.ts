import { resetEventSchema } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { matchTypes } from './event-types.ts';
import { type EventWorld, namesOf, openEventWorld } from './fixtures/event-world.ts';

let world: EventWorld;
beforeEach(async () => {
  world = await openEventWorld();
});
afterEach(() => world.close());

describe('resuming a stream', () => {
  it.each([0, 1, 2])('continues within a batch, after event %i', async (index) => {
    const { open, tell } = world;
    const batch = await tell('a', 3);
    await tell('b');
    const heard = await open({ lastEventId: `${batch}-${index}` });
    await tell('c');
    expect(namesOf(await heard.events(4 - index))).toEqual(['a.0', 'a.1', 'a.2', 'b.0', 'c.0'].slice(index + 1));
    expect(heard.text().startsWith(': connected\nretry: 2000\n\n')).toBe(true);
  });

  it('continues after a batch without selected events', async () => {
    const { open, tell } = world;
    const batch = await tell('a');
    await tell('b');
    expect(namesOf(await (await open({ lastEventId: String(batch) })).events(1))).toEqual(['b.0']);
  });

  it('continues from the store, then with live events, without gap or duplicate', async () => {
    const { restart, open, tell } = world;
    const first = await tell('0');
    for (let batch = 1; batch < 180; batch++) await tell(String(batch));
    restart();
    const heard = await open({ lastEventId: `${first}-0` });
    await tell('180');
    await heard.events(100);
    await tell('181');
    const events = await heard.events(181);
    expect(namesOf(events)).toEqual(Array.from({ length: 181 }, (_, index) => `${index + 1}.0`));
  });

  it('continues from the first batch with a new hub', async () => {
    const { restart, open, tell } = world;
    const batch = await tell('a');
    restart();
    await tell('b');
    expect(namesOf(await (await open({ lastEventId: `${batch}-0` })).events(1))).toEqual(['b.0']);
  });

  it.each([
    ['an invalid id', 'garbage', 'is not in this record'],
    ['an id of another record', '999-0', 'is not in this record'],
    ['a deleted event', '1-0', 'were deleted'],
  ])('starts with a reset: %s', async (_what, lastEventId, reason) => {
    const { record, clock, restart, open, tell } = world;
    for (const name of ['a', 'b', 'c', 'd']) await tell(name);
    await record.store.retain({ sessions: 100, days: 90, bytes: 1e9, events: 1 }, clock.now());
    restart();
    const heard = await open({ lastEventId });
    const [reset] = await heard.events(1);
    expect(reset).toMatchObject({ id: '4', event: 'reset' });
    expect(resetEventSchema.parse(JSON.parse(reset?.data ?? '')).data.reason).toContain(reason);
    await tell('later');
    expect(namesOf((await heard.events(2)).slice(1))).toEqual(['later.0']);
  });

  it('sends a reset for any selection of types', async () => {
    const { open } = world;
    const heard = await open({ lastEventId: 'garbage', isWanted: matchTypes(['sessions']) });
    expect((await heard.events(1)).map(({ event }) => event)).toEqual(['reset']);
  });
});

describe('a client that does not read', () => {
  const MANY = 200;
  const fill = async (count: number) => {
    for (let batch = 0; batch < count; batch++) await world.tell('x'.repeat(100), MANY);
  };

  it('is dropped with one unread megabyte, and can resume later', async () => {
    const { hub, open, tell } = world;
    const heard = await open();
    const first = await tell('first');
    await fill(40);
    expect(hub().size()).toBe(0);
    await expect(heard.events(Number.POSITIVE_INFINITY)).rejects.toThrow('dropped');
    const again = await open({ lastEventId: `${first}-0` });
    expect(await again.events(40 * MANY)).toHaveLength(40 * MANY);
  });

  it('has its connection closed', async () => {
    const { hub, open } = world;
    let cuts = 0;
    await open({ closeConnection: () => cuts++ });
    await fill(40);
    expect([cuts, hub().size()]).toEqual([1, 0]);
  });

  it('does not delay others', async () => {
    const { hub, open, tell } = world;
    await open({ closeConnection: () => {} });
    const heard = await open();
    for (let batch = 0; batch < 40; batch++) {
      await tell('x'.repeat(100), MANY);
      await heard.events((batch + 1) * MANY);
    }
    expect(hub().size()).toBe(1);
  });

  it('and requested a long replay is served as it reads, and dropped after 30 idle seconds', async () => {
    const { clock, hub, open, tell } = world;
    const first = await tell('first');
    await fill(40);
    const heard = await open({ lastEventId: `${first}-0` });
    await clock.advance(29_000);
    expect(hub().size()).toBe(1);
    await heard.events(10 * MANY);
    await clock.advance(29_000);
    expect(hub().size()).toBe(1);
    await clock.advance(2_000);
    expect(hub().size()).toBe(0);
    await expect(heard.events(Number.POSITIVE_INFINITY)).rejects.toThrow('dropped');
  });
});
