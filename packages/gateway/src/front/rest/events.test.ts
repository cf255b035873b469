import { apiErrorSchema } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { createEventHub, type EventHub, MAX_STREAMS } from '../events/event-hub.ts';
import { listenTo } from '../events/fixtures/listener.ts';
import type { RestDeps } from './deps.ts';
import { ask, get, NOW } from './fixtures/api.ts';
import { expectDescribed } from './fixtures/described.ts';
import { openRecord, type TestRecord } from './fixtures/record.ts';

let record: TestRecord;
let events: EventHub;
let deps: Partial<RestDeps>;

beforeEach(async () => {
  record = await openRecord();
  events = createEventHub({ reader: record.store, onEvents: record.recorder.onEvents, clock: createFakeClock(NOW) });
  deps = { recorder: record.recorder, events };
});
afterEach(async () => {
  events.close();
  await record.close();
});

const publish = (server: string) =>
  record.apply([
    { kind: 'event', type: 'servers.changed', data: { server }, at: NOW },
    { kind: 'event', type: 'tools.changed', data: { server }, at: NOW },
  ]);

const listen = async (query = '', headers: Record<string, string> = {}) => {
  const response = await ask(`/events${query}`, { headers }, deps);
  if (response.body === null) throw new Error('no stream');
  return { response, heard: listenTo(response.body) };
};

describe('GET /events', () => {
  it('is a stream that proxies must not buffer or change', async () => {
    const { response } = await listen();
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      200,
      {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      },
    ]);
    expectDescribed('GET', '/events', response, undefined);
  });

  it.each<[string, Record<string, string>, readonly string[]]>([
    ['', {}, ['3-0', '3-1']],
    ['?types=tools', {}, ['3-1']],
    ['?types=tools.changed,sessions&types=approvals', {}, ['3-1']],
    ['', { 'last-event-id': '1-0' }, ['1-1', '2-0', '2-1', '3-0', '3-1']],
    ['?last_event_id=2-0', {}, ['2-1', '3-0', '3-1']],
    // EventSource reconnects with the original address, and sends the newer id as a header.
    ['?last_event_id=1-0&types=servers', { 'last-event-id': '2-0' }, ['3-0']],
  ])('%s %j', async (query, headers, ids) => {
    await publish('a');
    await publish('b');
    const { heard } = await listen(query, headers);
    await publish('c');
    expect((await heard.events(ids.length)).map(({ id }) => id)).toEqual(ids);
  });

  it.each(['types=calls', 'types=reset', 'types=', 'type=tools', 'last_event_id=1&last_event_id=2'])(
    '?%s is rejected',
    async (query) => {
      expect((await get(apiErrorSchema, `/events?${query}`, 'GET', deps)).status).toBe(400);
      expect(events.size()).toBe(0);
    },
  );

  it('does not wait for pending writes of the record: they arrive as events', async () => {
    const recorder = { ...record.recorder, settled: () => new Promise<void>(() => {}) };
    const response = await ask('/events', {}, { recorder, events });
    expect(response.status).toBe(200);
  });

  it('HEAD opens nothing', async () => {
    const response = await ask('/events', { method: 'HEAD' }, deps);
    expect([response.status, response.headers.get('content-type'), response.body, events.size()]).toEqual([
      200,
      'text/event-stream',
      null,
      0,
    ]);
  });

  it('reports too many listeners, with a time to retry', async () => {
    for (let count = 0; count < MAX_STREAMS; count++) await listen();
    const { status, headers, value } = await get(apiErrorSchema, '/events', 'GET', deps);
    expect([status, value.error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
  });

  it('reports that the gateway is stopping', async () => {
    events.close();
    const { value } = await get(apiErrorSchema, '/events', 'GET', deps);
    expect(value.error).toEqual({ code: 'unavailable', message: 'The gateway is stopping.' });
  });

  it('opens no stream if the record answers too late', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    events.close();
    events = createEventHub({
      reader: { ...record.store, lastEvent: () => promise },
      onEvents: record.recorder.onEvents,
      clock: createFakeClock(NOW),
    });
    const late = { ...deps, events, readWaitMs: 1, onBug: () => {} };
    expect((await get(apiErrorSchema, '/events', 'GET', late)).status).toBe(503);
    resolve(0);
    await promise;
    await new Promise(setImmediate);
    expect(events.size()).toBe(0);
  });
});
