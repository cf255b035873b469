import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { systemClock } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventHub, type EventHub } from '../events/event-hub.ts';
import { listenTo } from '../events/fixtures/listener.ts';
import type { ApiCall, RestDeps } from './deps.ts';
import { DEPS, NOW, OWNER } from './fixtures/api.ts';
import { aCall, aSession, versions } from './fixtures/entries.ts';
import { openRecord, type TestRecord } from './fixtures/record.ts';
import { createRestListener } from './listener.ts';

let record: TestRecord;
let events: EventHub;
let server: Server;
const printed = () => ['log', 'info', 'warn', 'error'].map((level) => vi.spyOn(console, level as 'log'));
let consoles: ReturnType<typeof printed>;

beforeEach(async () => {
  consoles = printed();
  record = await openRecord();
  events = createEventHub({ reader: record.store, onEvents: record.recorder.onEvents, clock: systemClock });
});
afterEach(async () => {
  events.close();
  server.closeAllConnections();
  server.close();
  await record.close();
  // Connection errors must not be printed on the terminal of the gateway.
  expect(consoles.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

const serve = async (deps: Partial<RestDeps> = {}): Promise<string> => {
  const rest = createRestListener({ ...DEPS, recorder: record.recorder, events, ...deps });
  server = createServer((request, response) => void rest(request, response, { principal: 'ada', credential: OWNER }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
};

const publish = (server: string, count = 1) =>
  record.apply(
    Array.from(
      { length: count },
      () => ({ kind: 'event', type: 'servers.changed', data: { server }, at: NOW }) as const,
    ),
  );

const listen = async (base: string, init?: RequestInit) => {
  const response = await fetch(`${base}/events`, init);
  if (response.body === null) throw new Error('no stream');
  return listenTo(response.body);
};

describe('events over a socket', () => {
  it('are sent at once, and the stream ends with the gateway', async () => {
    const heard = await listen(await serve());
    await publish('a');
    expect((await heard.events(1)).map(({ id }) => id)).toEqual(['1-0']);
    events.close();
    expect(await heard.read()).toBeUndefined();
  });

  it('are dropped when the client disconnects', async () => {
    const gone = new AbortController();
    const heard = await listen(await serve(), { signal: gone.signal });
    await heard.read();
    expect(events.size()).toBe(1);
    gone.abort();
    await expect.poll(() => events.size()).toBe(0);
  });

  it('close the connection of a client that does not read', async () => {
    const base = await serve();
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.pause();
    socket.write('GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await expect.poll(() => events.size()).toBe(1);
    // The operating system buffers an unknown amount; the limit is reached somewhere below this.
    for (let batch = 0; batch < 2_000 && events.size() > 0; batch++) await publish('x'.repeat(1_000), 50);
    expect(events.size()).toBe(0);
    socket.on('error', () => {});
    socket.resume();
    await once(socket, 'close');
  });
});

describe('a call over a socket', () => {
  const make = (base: string, signal?: AbortSignal) =>
    fetch(`${base}/tools/notes/list_notes/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"arguments":{}}',
      ...(signal && { signal }),
    });

  it('is made for the principal that the guard admitted', async () => {
    const made: ApiCall[] = [];
    const call = aCall('s1', NOW);
    await record.apply([aSession('s1', NOW), ...versions(NOW), ...call.entries]);
    const base = await serve({
      callTool: (given) => {
        made.push(given);
        return Promise.resolve({ id: call.id, reply: { kind: 'result', result: {} } });
      },
    });
    const response = await make(base);
    expect([response.status, made.map(({ principal }) => principal)]).toEqual([200, ['ada']]);
    expect(await response.json()).toMatchObject({ tool_call: { id: call.id } });
  });

  it('is cancelled when the client goes away', async () => {
    const gone = new AbortController();
    const { promise: cancelled, resolve } = Promise.withResolvers<void>();
    const base = await serve({
      callTool: ({ signal }) => {
        signal.addEventListener('abort', () => resolve());
        gone.abort();
        return cancelled.then(() => ({ id: '', reply: { kind: 'result', result: {} } }));
      },
    });
    await expect(make(base, gone.signal)).rejects.toThrow();
    await cancelled;
  });

  it('with too long a body is rejected, and the next one on the connection is accepted', async () => {
    const base = await serve();
    const response = await fetch(`${base}/tools/notes/list_notes/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(200_000),
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: expect.objectContaining({ code: 'too_large' }) },
    ]);
    expect((await fetch(`${base}/servers`)).status).toBe(200);
  });
});

describe('an export over a socket', () => {
  const fill = async () => {
    const calls = Array.from({ length: 1_200 }, (_, index) => aCall('s1', NOW + index).entries);
    await record.apply([aSession('s1', NOW), ...versions(NOW), ...calls.flat()]);
  };

  it.each(['csv', 'ndjson'])('is complete: %s', async (format) => {
    await fill();
    const response = await fetch(`${await serve()}/tool-calls/export?format=${format}&bodies=true`);
    expect((await response.text()).split('\n')).toHaveLength(format === 'csv' ? 1_202 : 1_201);
  });

  it('is aborted if the CSV is incomplete', async () => {
    await fill();
    let pieces = 0;
    const reader = {
      ...record.store,
      export: (...args: Parameters<typeof record.store.export>) =>
        ++pieces > 2 ? Promise.reject(new Error('disk I/O error')) : record.store.export(...args),
    };
    const base = await serve({ recorder: { ...record.recorder, reader } });
    await expect(fetch(`${base}/tool-calls/export?format=csv`).then((response) => response.text())).rejects.toThrow();
    expect(pieces).toBe(3);
  });

  it('stops reading the record when the client goes away', async () => {
    await fill();
    let pieces = 0;
    const gone = new AbortController();
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const endless = {
      ...record.store,
      // The record repeats the same piece; only the disconnect ends the export.
      export: async (...[filter, options]: Parameters<typeof record.store.export>) => {
        pieces++;
        const { calls } = await record.store.export(filter, { ...options, after: undefined });
        return { calls, next: pieces };
      },
    };
    const base = await serve({ recorder: { ...record.recorder, reader: endless } });
    server.on('connection', (socket) => socket.on('close', () => resolve()));
    const response = await fetch(`${base}/tool-calls/export`, { signal: gone.signal });
    await response.body?.getReader().read();
    gone.abort();
    await stopped;
    await new Promise(setImmediate);
    const read = pieces;
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(pieces).toBe(read);
  });
});

describe('a replay of the policy over a socket', () => {
  it('is sent line by line, and stops when the client disconnects', async () => {
    const gone = new AbortController();
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const base = await serve({
      policy: {
        ...DEPS.policy,
        replay: async (_request, { signal, onProgress }) => {
          signal.addEventListener('abort', () => resolve());
          onProgress(1, 2);
          await stopped;
          throw signal.reason;
        },
      },
    });
    const response = await fetch(`${base}/policy/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
      body: '{"from":"2026-11-08T12:00:00Z"}',
      signal: gone.signal,
    });
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe('{"progress":{"calls":1,"total":2}}\n');
    gone.abort();
    await stopped;
  });
});
