import { failed, META, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { legacyCaller, modernCaller } from '../fixtures/caller.ts';
import { createTestServer } from '../fixtures/server.ts';
import { createWorld, OUR_INFO } from '../fixtures/world.ts';

const ours = { [META.serverInfo]: OUR_INFO };

describe('a resource that several servers may have', () => {
  const routes = ['s', 't', 'u', 'v', 'w'].map((server) => ({ server, uri: `${server}-own` }));
  const world = () => {
    const servers = routes.map(({ server }) => createTestServer(server, 'modern'));
    return { servers, ...createWorld(servers, { catalog: { routesOf: () => routes } }) };
  };
  const notFound = (code: number) => failed({ code, message: 'not here' });

  it.each<[string, RpcReply[], RpcReply, number]>([
    ['is read from the first server', [result({ contents: [1] })], result({ contents: [1] }), 1],
    [
      'is read from the first server that has it',
      [notFound(-32002), notFound(-32602), result({ contents: [3] })],
      result({ contents: [3] }),
      3,
    ],
    [
      'is not requested from further servers after one has failed',
      [notFound(-32002), failed({ code: -32603, message: 'x' })],
      notFound(-32002),
      2,
    ],
    [
      'is not found after some tries, with the error of the likeliest server',
      [notFound(-32002), notFound(-32602), notFound(-32602), notFound(-32602), result({})],
      notFound(-32002),
      4,
    ],
  ])('%s', async (_, replies, expected, tries) => {
    const { core, servers } = world();
    for (const [index, server] of servers.entries())
      server.answer(() => replies[index] ?? result({ unexpected: true }));
    expect(await core.handle('resources/read', { uri: 'x' }, legacyCaller())).toEqual(expected);
    const params = servers.flatMap(({ received }) => received.map((request) => request.params?.['uri']));
    expect(params).toEqual(routes.slice(0, tries).map(({ uri }) => uri));
  });

  const asking = (requestState: string | undefined) => ({
    resultType: 'input_required',
    inputRequests: {},
    ...(requestState !== undefined && { requestState }),
  });
  it.each<[string, number, string | undefined, string | undefined]>([
    ['the first', 0, 'st', 'st'],
    ['the first, without a state', 0, undefined, undefined],
    ['another', 1, 'st:1', 'toolmark-route:t:st:1'],
    ['another, without a state', 1, undefined, 'toolmark-route:t:'],
    ['the first, whose state looks like ours', 0, 'toolmark-route:t:x', 'toolmark-route:s:toolmark-route:t:x'],
  ])('sends the answers for %s to that server only', async (_, index, serverState, clientState) => {
    const { core, servers } = world();
    for (const server of servers) server.answer(() => notFound(-32602));
    const asker = servers[index];
    asker?.answer(() => result(asking(serverState)));
    const reply = await core.handle('resources/read', { uri: 'x' }, modernCaller());
    expect(reply).toEqual(result({ ...asking(clientState), _meta: ours }));
    for (const server of servers) server.received.splice(0);
    asker?.answer(() => notFound(-32602));
    const inputResponses = { k: { secret: 1 } };
    const state = clientState === undefined ? {} : { requestState: clientState };
    await core.handle('resources/read', { uri: 'x', inputResponses, ...state }, modernCaller());
    const expected = {
      uri: routes[index]?.uri,
      inputResponses,
      ...(serverState !== undefined && { requestState: serverState }),
    };
    expect(servers.flatMap(({ received }) => received.map(({ params }) => params))).toEqual([expected]);
  });

  it('sends answers to no server when the one that asked is gone', async () => {
    const { core, servers } = world();
    const params = { uri: 'x', inputResponses: { k: {} }, requestState: 'toolmark-route:gone:st' };
    expect(await core.handle('resources/read', params, modernCaller())).toMatchObject({ error: { code: -32602 } });
    expect(servers.flatMap(({ received }) => received)).toEqual([]);
  });
});

describe('the contents of a resource', () => {
  const contents = [{ uri: 'file:///a', text: 'x', odd: 1 }, { uri: 'file:///a/b' }, 7, { uri: 8 }];
  it.each([
    ['read by an address that names the server, have such addresses', 'toolmark://s/file:///a', 'toolmark://s/'],
    ['read by its own address, have plain addresses', 'file:///a', ''],
  ])('%s', async (_case, uri, prefix) => {
    const server = createTestServer('s', 'legacy');
    server.answer(() => result({ contents, more: 1 }));
    const { core } = createWorld([server], { catalog: { routesOf: () => [{ server: 's', uri: 'file:///a' }] } });
    expect(await core.handle('resources/read', { uri }, legacyCaller())).toEqual(
      result({
        contents: [{ uri: `${prefix}file:///a`, text: 'x', odd: 1 }, { uri: `${prefix}file:///a/b` }, 7, { uri: 8 }],
        more: 1,
      }),
    );
  });
});
