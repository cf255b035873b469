import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHelperChannel, type HelperChannel, type HelperEvent } from './channel.ts';
import { helperText } from './text.ts';

const opened: { close: () => void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

const open = async (onEvent: (event: HelperEvent) => void = () => undefined): Promise<HelperChannel> => {
  const channel = await createHelperChannel(onEvent);
  opened.push(channel);
  return channel;
};

/** The real other end, in a separate Python process. */
const helper = (channel: HelperChannel, methods: string): ChildProcess => {
  const text = [
    helperText('common/channel.py', 'common/points.py'),
    'import time',
    methods,
    `channel = Channel(${channel.port}, "${channel.token}", METHODS, {})`,
    'time.sleep(60)',
  ].join('\n');
  const child = spawn('python3', ['-c', text], { stdio: ['ignore', 'inherit', 'inherit'] });
  opened.push({ close: () => child.kill('SIGKILL') });
  return child;
};

describe('the channel to a helper', () => {
  it('carries requests, answers and errors', async () => {
    const channel = await open();
    helper(
      channel,
      `def refuse(): raise Problem("TYPE_NOT_FOUND", "no such type", name="X")
METHODS = {"add": lambda a, b: a + b, "refuse": refuse, "fail": lambda: 1 / 0}`,
    );
    expect(await channel.whenConnected(10_000)).toEqual({ ok: true, value: undefined });
    expect(await channel.call('add', { a: 'ä\n', b: '☃' }, 5_000)).toEqual({ ok: true, value: 'ä\n☃' });
    expect(await channel.call('refuse', {}, 5_000)).toEqual({
      ok: false,
      error: { code: 'TYPE_NOT_FOUND', message: 'no such type', details: { name: 'X' } },
    });
    expect(await channel.call('fail', {}, 5_000)).toMatchObject({
      ok: false,
      error: { code: 'QUERY_FAILED', message: 'ZeroDivisionError: division by zero' },
    });
  });

  it('aborts a request that takes too long, and answers the next one', async () => {
    const channel = await open();
    helper(
      channel,
      `def spin():
    while True: pass
METHODS = {"spin": spin, "sleep": lambda: time.sleep(60), "one": lambda: 1}`,
    );
    await channel.whenConnected(10_000);
    for (const stuck of ['spin', 'sleep', 'spin']) {
      expect(await channel.call(stuck, {}, 100)).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
      expect(await channel.call('one', {}, 5_000)).toEqual({ ok: true, value: 1 });
    }
  });

  it('fails pending requests when the helper disconnects', async () => {
    const channel = await open();
    const child = helper(channel, 'METHODS = {"sleep": lambda: time.sleep(60)}');
    await channel.whenConnected(10_000);
    const waiting = channel.call('sleep', {}, 60_000);
    child.kill('SIGKILL');
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'QUERY_FAILED' } });
    expect(await channel.call('sleep', {}, 60_000)).toMatchObject({ ok: false, error: { code: 'QUERY_FAILED' } });
  });

  it.each(['{"hello": "wrong"}', '{"event": "passed", "id": "x", "hits": 1}', 'GET / HTTP/1.1'])(
    'rejects a connection without the token: %s',
    async (line) => {
      const events: HelperEvent[] = [];
      const channel = await open((event) => events.push(event));
      const stranger = connect(channel.port, '127.0.0.1');
      stranger.on('error', () => undefined);
      stranger.write(`${line}\n{"event": "passed", "id": "x", "hits": 1}\n`);
      await once(stranger, 'close');
      expect(events).toEqual([]);
      expect(await channel.whenConnected(10)).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    },
  );
});

describe('points', () => {
  it.each([
    [{ kind: 'compare', operator: '==', value: 3 }, [3]],
    [{ kind: 'compare', operator: '!=', value: 3 }, [1, 2, 4, 5, 6]],
    [{ kind: 'compare', operator: '<', value: 3 }, [1, 2]],
    [{ kind: 'compare', operator: '<=', value: 3 }, [1, 2, 3]],
    [{ kind: 'compare', operator: '>', value: 4 }, [5, 6]],
    [{ kind: 'compare', operator: '>=', value: 4 }, [4, 5, 6]],
    [{ kind: 'every', divisor: 3, remainder: 1 }, [1, 4]],
  ])('stop at the requested hits: %j', async (hits, wanted) => {
    const channel = await open();
    helper(
      channel,
      `points = Points(lambda message: None)
def arrivals(hits):
    points.define("here", [{"id": "a", "hits": hits}])
    return [turn for turn in range(1, 7) if points.arrive("here", 1, eval, bool, str)]
METHODS = {"arrivals": arrivals}`,
    );
    await channel.whenConnected(10_000);
    expect(await channel.call('arrivals', { hits }, 5_000)).toEqual({ ok: true, value: wanted });
  });
});
