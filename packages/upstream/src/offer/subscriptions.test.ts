import { failed, type JsonObject, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../base/src/fixtures/fake-clock.ts';
import { createFakeConnection, type FakeConnection } from '../fixtures/fake-connection.ts';
import { createSubscriptions } from './subscriptions.ts';

const asked = ({ requests }: FakeConnection): readonly string[] =>
  requests.map(({ method, params }) => `${method.split('/')[1]} ${params?.['uri']}`);

describe('with a server of 2026-07-28', () => {
  it.each<[string, JsonObject, readonly string[], JsonObject | undefined]>([
    ['nothing', {}, ['a:1'], undefined],
    ['static lists', { tools: {}, resources: { listChanged: false } }, [], undefined],
    ['changing tools', { tools: { listChanged: true }, prompts: {} }, ['a:1'], { toolsListChanged: true }],
    [
      'everything',
      {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
      },
      ['a:1'],
      { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true, resourceSubscriptions: ['a:1'] },
    ],
    ['watchable resources that no one watches', { resources: { subscribe: true } }, [], undefined],
  ])('that declares %s, subscribes to exactly that', (_case, capabilities, watched, filter) => {
    const connection = createFakeConnection({ era: 'modern', capabilities });
    const subscriptions = createSubscriptions(() => {});
    subscriptions.watch(watched);
    subscriptions.attach(connection);
    expect(connection.listens).toEqual(filter === undefined ? [] : [filter]);
  });

  it('resubscribes when the watched resources change, and only then', () => {
    const connection = createFakeConnection({ era: 'modern', capabilities: { resources: { subscribe: true } } });
    const subscriptions = createSubscriptions(() => {});
    subscriptions.attach(connection);
    subscriptions.watch(['a:1']);
    subscriptions.watch(['a:1']);
    subscriptions.watch([]);
    expect(connection.listens).toEqual([{ resourceSubscriptions: ['a:1'] }, {}]);
  });
});

describe('with a legacy server', () => {
  const capabilities = { resources: { subscribe: true } };
  const playbook = { 'resources/subscribe': () => result({}), 'resources/unsubscribe': () => result({}) };

  it('reports whether the server accepted', async () => {
    const refused = { code: -32_002, message: 'No.' };
    const connection = createFakeConnection({
      capabilities,
      playbook: {
        ...playbook,
        'resources/subscribe': (params) => (params?.['uri'] === 'a:1' ? failed(refused) : result({})),
      },
    });
    const subscriptions = createSubscriptions(() => {});
    subscriptions.watch(['a:1']);
    expect(await subscriptions.watching('a:1')).toBeUndefined();
    subscriptions.attach(connection);
    subscriptions.watch(['a:1', 'a:2']);
    const [first, again, second, other] = ['a:1', 'a:1', 'a:2', 'a:3'].map(subscriptions.watching);
    expect(await Promise.all([first, again, second, other])).toEqual([refused, refused, undefined, undefined]);
    expect(await subscriptions.watching('a:1')).toBeUndefined();
  });

  it('reports the final state when the wish changed during the request', async () => {
    const connection = createFakeConnection({ capabilities });
    const subscriptions = createSubscriptions(() => {});
    subscriptions.attach(connection);
    subscriptions.watch(['a:1']);
    const waiting = subscriptions.watching('a:1');
    subscriptions.watch([]);
    subscriptions.watch(['a:1']);
    connection.requests[0]?.reply(failed({ code: -32_603, message: 'Not yet.' }));
    await settle();
    connection.requests[1]?.reply(result({}));
    expect(await waiting).toBeUndefined();
    expect(asked(connection)).toEqual(['subscribe a:1', 'subscribe a:1']);
  });

  it.each(['the connection is over', 'the resource is no longer watched'])(
    'resolves the waiters when %s',
    async (why) => {
      const connection = createFakeConnection({ capabilities });
      const subscriptions = createSubscriptions(() => {});
      subscriptions.attach(connection);
      subscriptions.watch(['a:1']);
      const waiting = subscriptions.watching('a:1');
      if (why === 'the connection is over') subscriptions.detach();
      else {
        subscriptions.watch([]);
        connection.requests[0]?.reply(result({}));
        await settle();
        connection.requests[1]?.reply(result({}));
      }
      expect(await waiting).toBeUndefined();
    },
  );

  it('subscribes, unsubscribes, and subscribes again on the next connection', async () => {
    const first = createFakeConnection({ capabilities, playbook });
    const second = createFakeConnection({ capabilities, playbook });
    const subscriptions = createSubscriptions(() => {});
    subscriptions.watch(['a:1', 'a:2']);
    subscriptions.attach(first);
    await settle();
    subscriptions.watch(['a:2', 'a:3']);
    await settle();
    expect(asked(first)).toEqual(['subscribe a:1', 'subscribe a:2', 'unsubscribe a:1', 'subscribe a:3']);
    subscriptions.detach();
    subscriptions.watch(['a:4']);
    subscriptions.attach(second);
    await settle();
    expect(asked(second)).toEqual(['subscribe a:4']);
  });

  it('asks nothing of a server without subscriptions', async () => {
    const connection = createFakeConnection({ capabilities: { resources: { subscribe: false } } });
    const subscriptions = createSubscriptions(() => {});
    subscriptions.attach(connection);
    subscriptions.watch(['a:1']);
    await settle();
    expect(asked(connection)).toEqual([]);
  });

  it('sends one request per resource at a time, and ends in the last requested state', async () => {
    const connection = createFakeConnection({ capabilities });
    const subscriptions = createSubscriptions(() => {});
    subscriptions.attach(connection);
    subscriptions.watch(['a:1']);
    subscriptions.watch([]);
    subscriptions.watch(['a:1']);
    subscriptions.watch([]);
    await settle();
    expect(asked(connection)).toEqual(['subscribe a:1']);
    connection.requests[0]?.reply(result({}));
    await settle();
    expect(asked(connection)).toEqual(['subscribe a:1', 'unsubscribe a:1']);
    subscriptions.watch(['a:1']);
    connection.requests[1]?.reply(failed({ code: 1, message: 'no' }));
    await settle();
    expect(asked(connection).at(-1)).toBe('subscribe a:1');
  });

  it('limits concurrent requests, and continues after refusals', async () => {
    const refused: string[] = [];
    const connection = createFakeConnection({ capabilities });
    const subscriptions = createSubscriptions((uri, reason) => refused.push(`${uri}: ${reason}`));
    subscriptions.attach(connection);
    subscriptions.watch(Array.from({ length: 20 }, (_, index) => `a:${index}`));
    await settle();
    expect(connection.requests).toHaveLength(8);
    for (let index = 0; index < 20; index++) {
      connection.requests[index]?.reply(index === 3 ? failed({ code: -32_602, message: 'unknown' }) : result({}));
      await settle();
    }
    expect(connection.requests).toHaveLength(20);
    expect(refused).toEqual(['a:3: unknown']);
  });

  it('ignores refusals of a closed connection', async () => {
    const refused: string[] = [];
    const connection = createFakeConnection({ capabilities });
    const subscriptions = createSubscriptions((uri) => refused.push(uri));
    subscriptions.attach(connection);
    subscriptions.watch(Array.from({ length: 20 }, (_, index) => `a:${index}`));
    subscriptions.detach();
    connection.die('It ended.');
    await settle();
    expect(connection.requests).toHaveLength(8);
    expect(refused).toEqual([]);
  });
});
