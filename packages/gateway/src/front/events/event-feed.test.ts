import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventWorld, namesOf, openEventWorld } from './fixtures/event-world.ts';

let world: EventWorld;
beforeEach(async () => {
  world = await openEventWorld();
});
afterEach(() => world.close());

describe('another gateway on the same store', () => {
  it('is noticed within two seconds', async () => {
    const { record, clock, open, tellElsewhere } = world;
    const other = await record.other();
    const heard = await open();
    await tellElsewhere(other, 'there');
    await clock.advance(2_000);
    expect(namesOf(await heard.events(1))).toEqual(['there.0']);
  });

  it('is merged in store order with our own events', async () => {
    const { record, open, tell, tellElsewhere } = world;
    const other = await record.other();
    const heard = await open();
    await tell('1');
    await tellElsewhere(other, '2');
    await tellElsewhere(other, '3');
    await tell('4');
    await tellElsewhere(other, '5');
    await tell('6');
    const events = await heard.events(6);
    expect(namesOf(events)).toEqual(['1.0', '2.0', '3.0', '4.0', '5.0', '6.0']);
    const batches = events.map(({ id }) => Number(id?.split('-')[0]));
    expect(batches).toEqual(batches.toSorted((a, b) => a - b));
  });

  it('is not polled without listeners', async () => {
    const { clock, hub, open } = world;
    const heard = await open();
    expect(clock.pending()).toBe(2);
    await heard.leave();
    expect([hub().size(), clock.pending()]).toEqual([0, 0]);
  });

  it('causes a reset if its events were deleted before they were read', async () => {
    const { record, clock, open, tellElsewhere } = world;
    const other = await record.other();
    const heard = await open();
    for (const name of ['a', 'b', 'c']) await tellElsewhere(other, name);
    await other.retain({ sessions: 100, days: 90, bytes: 1e9, events: 1 }, clock.now());
    await clock.advance(2_000);
    expect((await heard.events(1)).map(({ event }) => event)).toEqual(['reset']);
  });

  it('yields every event once and in order, for any writer and any number of reconnects', async () => {
    const { record, clock, open, tell, tellElsewhere } = world;
    const other = await record.other();
    const steps = fc.array(fc.constantFrom('here', 'there', 'look', 'leave'), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        let told = 0;
        const seen: unknown[] = [];
        let lastEventId: string | undefined;
        let heard = await open();
        const hear = async () => {
          const events = await heard.events(told - seen.length);
          const fresh = namesOf(events);
          expect(fresh).toEqual(Array.from({ length: fresh.length }, (_, index) => `${seen.length + index}.0`));
          seen.push(...fresh);
          lastEventId = events.at(-1)?.id ?? lastEventId;
          await heard.leave();
          heard = await open({ lastEventId });
        };
        // The first event provides an id to resume from.
        await tell(String(told++));
        await hear();
        for (const step of given) {
          if (step === 'here') await tell(String(told++));
          else if (step === 'there') await tellElsewhere(other, String(told++));
          else if (step === 'look') await clock.advance(2_000);
          else {
            await clock.advance(2_000);
            await hear();
          }
        }
        await clock.advance(2_000);
        await hear();
        expect(seen).toHaveLength(told);
        await heard.leave();
      }),
      { numRuns: 25 },
    );
  });
});
