import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { connectTo } from './fixtures/clients.ts';
import { isAfter, type Listener, listen, positionOf, type ReceivedEvent } from './fixtures/listen.ts';
import { createFolder, ledger, untilOffered, viewOf } from './fixtures/record.ts';

const SOON = { timeout: 30_000, interval: 50 };
const servers = { ledger: ledger() };

/** Events of sessions and calls, without those of servers, whose timing varies. */
const ofRecord = (heard: readonly ReceivedEvent[]): readonly ReceivedEvent[] =>
  heard.filter(({ event }) => event.type.startsWith('sessions.') || event.type.startsWith('tool_calls.'));
const typesOf = (heard: readonly ReceivedEvent[]): readonly string[] => ofRecord(heard).map(({ event }) => event.type);
const completed = (listener: Listener): number =>
  listener.received().filter(({ event }) => event.type === 'tool_calls.completed').length;

function expectRising(heard: readonly ReceivedEvent[]): void {
  const places = heard.map(({ id }) => positionOf(id));
  expect(places.filter((place, index) => index > 0 && !isAfter(place, places[index - 1] ?? [0, 0]))).toEqual([]);
}

async function start(dataDir?: string): Promise<TestGateway> {
  const gateway = await startGateway({ servers, ...(dataDir !== undefined && { dataDir }) });
  await untilOffered(gateway);
  return gateway;
}

// C-events, S-created, S-updated, S-closed, C-hooks
describe('an event listener', () => {
  it('receives a session from its start to its end, in causal order', async () => {
    const gateway = await start();
    const listener = await listen(gateway);
    const client = await connectTo(gateway, 'older');
    await client.call('look', { n: 1 });
    await client.call('remove', { n: 2 });
    await client.call('stumble', { n: 3 });
    await client.leave();
    await expect.poll(() => typesOf(listener.received()), SOON).toContain('sessions.closed');

    const session = await viewOf(gateway).onlySession();
    const { tool_calls: calls } = await viewOf(gateway).calls();
    // Tokens are counted later, so the last event of a session may follow its close.
    const ofSession = () => listener.received().filter(({ event }) => event.type.startsWith('sessions.'));
    await expect
      .poll(() => ofSession().at(-1)?.event.data, SOON)
      .toEqual({
        session_id: session.id,
        status: 'closed',
        tool_call_count: session.tool_call_count,
        total_tokens: session.total_tokens,
      });
    const heard = ofRecord(listener.received());
    expectRising(listener.received());
    expect(heard[0]?.event).toMatchObject({ type: 'sessions.created', data: { session_id: session.id } });
    const indexOf = (type: string, id: string) =>
      heard.findIndex(({ event }) => event.type === type && (event.data as { id?: string }).id === id);
    for (const { id, tool, class: toolClass, status } of calls) {
      const [started, ended] = [indexOf('tool_calls.started', id), indexOf('tool_calls.completed', id)];
      expect(started).toBeGreaterThan(0);
      expect(ended).toBeGreaterThan(started);
      const about = { id, session_id: session.id, server: 'ledger', tool, class: toolClass };
      expect(heard[started]?.event.data).toMatchObject({ ...about, status: 'running' });
      expect(heard[ended]?.event.data).toMatchObject({ ...about, status, duration_ms: expect.any(Number) });
      // The session is updated after each call.
      expect(
        heard.findIndex(({ event }, index) => index > ended && event.type.startsWith('sessions.')),
      ).toBeGreaterThan(0);
    }
    const updates = heard.filter(({ event }) => event.type === 'sessions.updated');
    expect(updates.length).toBeGreaterThan(0);
    const closed = heard.filter(({ event }) => event.type === 'sessions.closed');
    expect(closed.map(({ event }) => event)).toEqual([
      {
        type: 'sessions.closed',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        data: { session_id: session.id, status: 'closed', tool_call_count: 3, total_tokens: expect.any(Number) },
      },
    ]);
    for (const { event } of updates)
      expect(event.data).toMatchObject({ session_id: session.id, tool_call_count: expect.any(Number) });
  });

  it('can connect before the gateway is ready', async () => {
    const gateway = await startGateway({ servers });
    const listener = await listen(gateway);
    const client = await connectTo(gateway, 'modern');
    await client.call('look', { n: 1 });
    await expect.poll(() => completed(listener), SOON).toBe(1);
  });

  it("receives exactly the missed events, after its own or the gateway's absence", async () => {
    const dataDir = createFolder();
    const first = await start(dataDir);
    const always = await listen(first);
    const listener = await listen(first);
    const client = await connectTo(first, 'modern');
    await client.call('look', { n: 1 });
    await expect.poll(() => completed(listener), SOON).toBe(1);
    await listener.close();
    await client.call('look', { n: 2 });
    await client.call('remove', { n: 3 });
    await expect.poll(() => completed(always), SOON).toBe(3);

    const back = await listen(first, { lastEventId: listener.lastId() ?? '' });
    await expect.poll(() => completed(back), SOON).toBe(2);
    const away = listener.lastId() ?? '';
    const missed = () => always.received().filter(({ id }) => isAfter(positionOf(id), positionOf(away)));
    await expect.poll(() => back.received(), SOON).toEqual(missed());
    await back.close();

    await client.call('look', { n: 4 });
    await expect.poll(() => completed(always), SOON).toBe(4);
    await first.stop();
    const second = await start(dataDir);
    const again = await connectTo(second, 'modern');
    await again.call('look', { n: 5 });
    const later = await listen(second, { lastEventId: back.lastId() ?? '' });
    await expect.poll(() => completed(later), SOON).toBe(2);
    expectRising([...listener.received(), ...back.received(), ...later.received()]);
    // It now receives the first gateway's events that the others got, and the close of the session.
    const before = always.received().filter(({ id }) => isAfter(positionOf(id), positionOf(back.lastId() ?? '')));
    expect(later.received().slice(0, before.length)).toEqual(before);
    expect(typesOf(later.received())).toEqual(expect.arrayContaining(['sessions.closed', 'sessions.created']));
    expect(later.received().some(({ event }) => event.type === 'reset')).toBe(false);
  });

  it('learns after a kill -9 that calls and sessions are over', async () => {
    const dataDir = createFolder();
    const first = await start(dataDir);
    const listener = await listen(first);
    const client = await connectTo(first, 'modern');
    client.call('wait', { n: 1 }).catch(() => {});
    await expect.poll(() => typesOf(listener.received()), SOON).toContain('tool_calls.started');
    await first.stop('SIGKILL');
    const second = await start(dataDir);
    const later = await listen(second, { lastEventId: listener.lastId() ?? '' });
    await expect
      .poll(() => typesOf(later.received()), SOON)
      .toEqual(expect.arrayContaining(['tool_calls.completed', 'sessions.closed']));
    const ended = later.received().find(({ event }) => event.type === 'tool_calls.completed');
    expect(ended?.event.data).toMatchObject({ status: 'interrupted' });
  });

  it.each(['999999999-0', 'not an id', '-1'])('is told to start over for an id of another store: %s', async (id) => {
    const gateway = await start();
    const listener = await listen(gateway, { lastEventId: id });
    await expect.poll(() => listener.received()[0]?.event.type, SOON).toBe('reset');
    const client = await connectTo(gateway, 'modern');
    await client.call('look', { n: 1 });
    await expect.poll(() => completed(listener), SOON).toBe(1);
    expect(typesOf(listener.received())[0]).toBe('sessions.created');
  });

  it('is told to start over after the record was recreated', async () => {
    const old = await start();
    const listener = await listen(old);
    const client = await connectTo(old, 'modern');
    for (let n = 0; n < 5; n++) await client.call('remove', { n });
    await expect.poll(() => completed(listener), SOON).toBe(5);
    // A store with equally many events, so that the id could be valid there.
    const other = await start();
    const busy = await connectTo(other, 'modern');
    const watcher = await listen(other);
    for (let n = 0; n < 20; n++) await busy.call('remove', { n });
    await expect.poll(() => completed(watcher), SOON).toBe(20);
    const lost = await listen(other, { lastEventId: listener.lastId() ?? '' });
    await expect.poll(() => lost.received()[0]?.event.type, SOON).toBe('reset');
  });
});
