import { resetEventSchema } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wants } from './event-types.ts';
import { type EventWorld, namesOf, openEventWorld } from './fixtures/event-world.ts';

let world: EventWorld;
beforeEach(async () => {
  world = await openEventWorld();
});
afterEach(() => world.close());

describe('coming back', () => {
  it.each([0, 1, 2])('goes on within a batch, after event %i', async (index) => {
    const { open, tell } = world;
    const batch = await tell('a', 3);
    await tell('b');
    const heard = await open({ lastEventId: `${batch}-${index}` });
    await tell('c');
    expect(namesOf(await heard.events(4 - index))).toEqual(['a.0', 'a.1', 'a.2', 'b.0', 'c.0'].slice(index + 1));
    expect(heard.text().startsWith(': connected\nretry: 2000\n\n')).toBe(true);
  });

  it('goes on after a batch of which nothing was wanted', async () => {
    const { open, tell } = world;
    const batch = await tell('a');
    await tell('b');
    expect(namesOf(await (await open({ lastEventId: String(batch) })).events(1))).toEqual(['b.0']);
  });

  it('goes on from the store where memory does not reach, then lives on, without gap or duplicate', async () => {
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

  it('a hub that is new has its first listener go on from the first batch', async () => {
    const { restart, open, tell } = world;
    const batch = await tell('a');
    restart();
    await tell('b');
    expect(namesOf(await (await open({ lastEventId: `${batch}-0` })).events(1))).toEqual(['b.0']);
  });

  it.each([
    ['no id of ours', 'garbage', 'is not one of this record'],
    ['one of another record', '999-0', 'is not one of this record'],
    ['one that is gone', '1-0', 'are not kept any more'],
  ])('begins anew with a reset: %s', async (_what, lastEventId, reason) => {
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

  it('a reset is heard whatever types are wanted', async () => {
    const { open } = world;
    const heard = await open({ lastEventId: 'garbage', isWanted: wants(['sessions']) });
    expect((await heard.events(1)).map(({ event }) => event)).toEqual(['reset']);
  });
});

describe('who does not read', () => {
  const MANY = 200;
  const fill = async (count: number) => {
    for (let batch = 0; batch < count; batch++) await world.tell('x'.repeat(100), MANY);
  };

  it('is dropped when a megabyte waits, and goes on later', async () => {
    const { hub, open, tell } = world;
    const heard = await open();
    const first = await tell('first');
    await fill(40);
    expect(hub().size()).toBe(0);
    await expect(heard.events(Number.POSITIVE_INFINITY)).rejects.toThrow('dropped');
    const again = await open({ lastEventId: `${first}-0` });
    expect(await again.events(40 * MANY)).toHaveLength(40 * MANY);
  });

  it('has its connection cut where there is one', async () => {
    const { hub, open } = world;
    let cuts = 0;
    await open({ cut: () => cuts++ });
    await fill(40);
    expect([cuts, hub().size()]).toEqual([1, 0]);
  });

  it('does not keep others from hearing', async () => {
    const { hub, open, tell } = world;
    await open({ cut: () => {} });
    const heard = await open();
    for (let batch = 0; batch < 40; batch++) {
      await tell('x'.repeat(100), MANY);
      await heard.events((batch + 1) * MANY);
    }
    expect(hub().size()).toBe(1);
  });

  it('and has asked for much is served as it reads, and dropped after 30 seconds of nothing', async () => {
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
