import { afterEach, describe, expect, it } from 'vitest';
import { createIo } from '../fixtures/ask.ts';
import { call, newsOf } from '../fixtures/record.ts';
import { type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';
import { followEvents } from './follow.ts';

let gateway: RecordGateway | undefined;

afterEach(() => gateway?.close());

const CALL = call(1_000);
const EVENT = newsOf(CALL, true);
const RESET = { type: 'reset', data: { reason: 'gone' }, timestamp: '2026-11-15T12:00:00.000Z' } as const;

/** Follows until it is told to stop, and collects the events. */
function follow(of: RecordGateway, wait: (milliseconds: number) => Promise<void> = () => Promise.resolve()) {
  const interrupt = new AbortController();
  const { io } = createIo({ home: of.data, signal: interrupt.signal, wait });
  const heard: string[] = [];
  const said: string[] = [];
  let onHeard = (): void => {};
  const ended = followEvents({}, io, {
    types: 'tool_calls',
    onEvent: async ({ json }) => {
      heard.push(json);
      onHeard();
    },
    say: (sentence) => said.push(sentence),
  });
  const until = (count: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onHeard = () => {
      if (heard.length >= count) resolve();
    };
    onHeard();
    return promise;
  };
  return { heard, said, ended, until, stop: () => interrupt.abort() };
}

describe('following events', () => {
  it('subscribes to the given types, passes on events, and ends on Ctrl-C', async () => {
    gateway = await startRecordGateway({});
    const follower = follow(gateway);
    await gateway.listeners(1);
    gateway.tell(EVENT, '1-0');
    gateway.tell({ ...EVENT, type: 'later.invented' } as never, '2-0');
    gateway.tell(EVENT, '3-0');
    await follower.until(2);
    follower.stop();
    expect([await follower.ended, follower.heard, follower.said]).toEqual([
      { ok: true, value: undefined },
      [JSON.stringify(EVENT), JSON.stringify(EVENT)],
      [],
    ]);
    expect(gateway.paths()).toEqual(['/events?types=tool_calls']);
    expect(gateway.requests[0]?.headers['toolmark-client']).toBe('cli/9.9.9');
  });

  it('reconnects after a restart of the gateway on another port, from the last event', async () => {
    gateway = await startRecordGateway({});
    const running = gateway;
    const waits: number[] = [];
    const follower = follow(running, async (milliseconds) => {
      waits.push(milliseconds);
      if (waits.length === 3) await running.start();
    });
    await running.listeners(1);
    running.tell(EVENT, '41-2');
    await follower.until(1);
    await running.stop();
    await running.listeners(2);
    running.tell(EVENT, '42-0');
    await follower.until(2);
    follower.stop();
    await follower.ended;
    expect(follower.said).toEqual([
      'The gateway cannot be reached. Waiting for it; stop with Ctrl-C.',
      'Connected again.',
    ]);
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(running.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '41-2']);
  });

  it('says that events may be missing if the gateway says so', async () => {
    gateway = await startRecordGateway({});
    const follower = follow(gateway);
    await gateway.listeners(1);
    gateway.tell(RESET, '50');
    await follower.until(1);
    follower.stop();
    await follower.ended;
    expect(follower.said).toEqual([expect.stringContaining('Some events are no longer available')]);
    expect(follower.heard).toEqual([JSON.stringify(RESET)]);
  });

  it('drops an oversized event, says so once, and continues', async () => {
    gateway = await startRecordGateway({});
    const follower = follow(gateway);
    await gateway.listeners(1);
    gateway.tell({ ...EVENT, data: { ...EVENT.data, summary: 'x'.repeat(5_000_000) } }, '7-0');
    gateway.tell(EVENT, '8-0');
    await follower.until(1);
    gateway.cut();
    await gateway.listeners(2);
    follower.stop();
    await follower.ended;
    expect([follower.heard, follower.said]).toEqual([
      [JSON.stringify(EVENT)],
      ['An oversized event was dropped. toolmark calls shows everything.'],
    ]);
    expect(gateway.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '8-0']);
  });

  it('fails if there is no gateway', async () => {
    gateway = await startRecordGateway({});
    await gateway.stop();
    expect(await follow(gateway).ended).toMatchObject({ ok: false, error: { status: undefined } });
  });

  it('ends if the gateway refuses, also later', async () => {
    let opened = 0;
    gateway = await startRecordGateway({ refuseEvents: () => (opened++ === 0 ? undefined : 'unauthorized') });
    const follower = follow(gateway);
    await gateway.listeners(1);
    gateway.cut();
    expect(await follower.ended).toMatchObject({ ok: false, error: { status: 401 } });
  });

  it('retries if the gateway has a temporary problem', async () => {
    let opened = 0;
    gateway = await startRecordGateway({ refuseEvents: () => (opened++ === 1 ? 'record_unavailable' : undefined) });
    const follower = follow(gateway);
    await gateway.listeners(1);
    gateway.cut();
    await gateway.listeners(2);
    gateway.tell(EVENT);
    await follower.until(1);
    follower.stop();
    await follower.ended;
    expect(follower.said).toHaveLength(2);
  });
});
