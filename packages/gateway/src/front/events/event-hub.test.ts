import { gatewayEventSchema } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCall, aSession, versions } from '../rest/fixtures/entries.ts';
import { MAX_STREAMS } from './event-hub.ts';
import { matchTypes } from './event-types.ts';
import { aListener, type EventWorld, namesOf, openEventWorld } from './fixtures/event-world.ts';

let world: EventWorld;
beforeEach(async () => {
  world = await openEventWorld();
});
afterEach(() => world.close());

describe('a stream of events', () => {
  it('starts with a comment, the retry interval and an id', async () => {
    const { open, tell } = world;
    const batch = await tell('before');
    const { read } = await open();
    expect(await read()).toBe(`: connected\nretry: 2000\nid: ${batch}\n\n`);
  });

  it('sends events with id, type and time', async () => {
    const { open, tell } = world;
    const heard = await open();
    const batch = await tell('a', 2);
    const events = await heard.events(2);
    expect(events).toEqual(
      [0, 1].map((index) => ({
        id: `${batch}-${index}`,
        event: 'servers.changed',
        data: JSON.stringify({
          type: 'servers.changed',
          data: { server: `a.${index}` },
          timestamp: '2026-11-15T12:00:00.000Z',
        }),
      })),
    );
  });

  // §2.6: sessions.created, sessions.updated, sessions.closed; payload { session_id, tool_call_count, total_tokens }
  it('reports the life of a session and its calls', async () => {
    const { record, clock, open } = world;
    const heard = await open();
    const at = clock.now();
    await record.apply([...versions(at), aSession('s1', at), ...aCall('s1', at).entries]);
    await record.digest();
    await record.apply([{ kind: 'session-end', id: 's1', at: at + 1_000, reason: 'left' }]);
    const isClosed = () => heard.text().includes('event: sessions.closed');
    while (!isClosed()) await heard.read();
    const events = (await heard.events(0)).map(({ event, data }) => ({
      event,
      ...gatewayEventSchema.parse(JSON.parse(data)),
    }));
    expect(events.every(({ event, type }) => event === type)).toBe(true);
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set([
        'sessions.created',
        'tool_calls.started',
        'tool_calls.completed',
        'sessions.updated',
        'sessions.closed',
      ]),
    );
    expect(events.at(-1)?.data).toMatchObject({ session_id: 's1', tool_call_count: 1, total_tokens: 30 });
  });

  it('sends only the selected types, and the id of skipped events', async () => {
    const { record, clock, open, tell } = world;
    const heard = await open({ isWanted: matchTypes(['tool_calls']) });
    await heard.read();
    const batch = await tell('not wanted');
    await clock.advance(15_000);
    expect(await heard.read()).toBe(`: still here\nid: ${batch}\n\n`);
    await record.apply([...versions(0), aSession('s1', 0), ...aCall('s1', 0).entries]);
    expect((await heard.events(2)).map(({ event }) => event)).toEqual(['tool_calls.started', 'tool_calls.completed']);
  });

  it.each<[readonly string[] | undefined, string, boolean]>([
    [undefined, 'tool_calls.started', true],
    [['tool_calls'], 'tool_calls.started', true],
    [['tool_calls.started'], 'tool_calls.completed', false],
    [['tools'], 'tool_calls.started', false],
    [['sessions', 'tools.changed'], 'tools.changed', true],
  ])('%j matchTypes %s: %s', (types, type, expected) => expect(matchTypes(types)(type)).toBe(expected));

  it('sends a heartbeat every 15 seconds', async () => {
    const { clock, open } = world;
    const heard = await open();
    await heard.read();
    await clock.advance(45_000);
    expect([await heard.read(), await heard.read(), await heard.read()]).toEqual(Array(3).fill(': still here\n\n'));
  });
});

describe('the hub', () => {
  it(`accepts ${MAX_STREAMS} streams, also concurrently`, async () => {
    const { hub } = world;
    const opened = await Promise.all(Array.from({ length: MAX_STREAMS + 1 }, () => hub().open(aListener())));
    expect(opened.filter(({ kind }) => kind === 'full')).toHaveLength(1);
    const [one] = opened;
    if (one?.kind === 'stream') await one.body.cancel();
    expect((await hub().open(aListener())).kind).toBe('stream');
  });

  it('ends every stream when it is closed, and opens none afterwards', async () => {
    const { clock, hub, open } = world;
    const heard = await open();
    await heard.read();
    hub().close();
    expect(await heard.read()).toBeUndefined();
    expect([hub().size(), clock.pending(), (await hub().open(aListener())).kind]).toEqual([0, 0, 'closed']);
  });

  it('removes disconnected clients', async () => {
    const { hub, open } = world;
    const gone = new AbortController();
    const heard = await open({ signal: gone.signal });
    gone.abort();
    await heard.read();
    expect([await heard.read(), hub().size()]).toEqual([undefined, 0]);
    expect((await hub().open(aListener({ signal: gone.signal }))).kind).toBe('closed');
  });

  it('rejects listeners while the record is unreadable', async () => {
    const { hub, restart } = world;
    restart({ lastEvent: () => Promise.reject(new Error('no file')) });
    await expect(hub().open(aListener())).rejects.toThrow('no file');
    expect(hub().size()).toBe(0);
  });

  it('keeps listening while the record fails for some time', async () => {
    const { record, clock, restart, open, tell, tellElsewhere } = world;
    let isBroken = false;
    restart({
      eventsAfter: (...args) => (isBroken ? Promise.reject(new Error('busy')) : record.store.eventsAfter(...args)),
    });
    const heard = await open();
    isBroken = true;
    await tellElsewhere(await record.other(), 'a');
    await tell('b');
    await clock.advance(4_000);
    isBroken = false;
    await clock.advance(2_000);
    expect(namesOf(await heard.events(2))).toEqual(['a.0', 'b.0']);
  });

  it('drops a client whose missed events cannot be read, so that it reconnects', async () => {
    const { hub, restart, open, tell } = world;
    await tell('a');
    restart({ eventsAfter: () => Promise.reject(new Error('busy')) });
    const heard = await open({ lastEventId: '0' });
    await expect(heard.events(1)).rejects.toThrow('dropped');
    expect(hub().size()).toBe(0);
  });
});
