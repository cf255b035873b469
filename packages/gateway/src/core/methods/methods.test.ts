import { type Era, failed, type JsonObject, META, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { legacyCaller, modernCaller } from '../fixtures/caller.ts';
import { createTestServer } from '../fixtures/server.ts';
import { createWorld, OUR_INFO } from '../fixtures/world.ts';

const callerOf = (era: Era) => (era === 'modern' ? modernCaller() : legacyCaller());
const error = (code: number, message: string, data: JsonObject): RpcReply => failed({ code, message, data });
const invalid = (message: string): RpcReply => error(-32602, message, { error: 'invalidParams' });
const ours = { [META.serverInfo]: OUR_INFO };

describe('the methods', () => {
  it.each<[string, boolean, boolean]>([
    ['tools/list', true, true],
    ['tools/call', true, true],
    ['prompts/list', true, true],
    ['prompts/get', true, true],
    ['resources/list', true, true],
    ['resources/templates/list', true, true],
    ['resources/read', true, true],
    ['completion/complete', true, true],
    ['server/discover', true, false],
    ['ping', false, true],
    ['logging/setLevel', false, true],
    ['resources/subscribe', false, true],
    ['resources/unsubscribe', false, true],
    ['initialize', false, false],
    ['subscriptions/listen', false, false],
    ['tasks/get', false, false],
    ['sampling/createMessage', false, false],
    ['toString', false, false],
    ['__proto__', false, false],
    ['', false, false],
  ])('%s in 2026-07-28: %s, before: %s', async (method, modern, legacy) => {
    const { core } = createWorld([]);
    const missing = error(-32601, `Method not found: ${method}`, { error: 'methodNotFound' });
    for (const [era, exists] of [
      ['modern', modern],
      ['legacy', legacy],
    ] as const) {
      const reply = await core.handle(method, {}, callerOf(era));
      if (exists) expect(reply).not.toEqual(missing);
      else expect(reply).toEqual(missing);
    }
  });

  it('clips the name of an unknown method in the error', async () => {
    const { core } = createWorld([]);
    expect(await core.handle('x'.repeat(5_000), {}, modernCaller())).toEqual(
      error(-32601, `Method not found: ${'x'.repeat(128)}…`, { error: 'methodNotFound' }),
    );
  });
});

describe('params of the wrong shape', () => {
  it.each<[string, unknown, string]>([
    ['tools/list', { cursor: 7 }, 'cursor must be a string.'],
    ['tools/list', { cursor: 'never handed out' }, 'Unknown cursor.'],
    ['tools/list', [], 'params must be an object.'],
    ['tools/list', null, 'params must be an object.'],
    ['tools/call', {}, 'name must be a string.'],
    ['tools/call', { name: 's__a', arguments: [] }, 'arguments must be an object.'],
    ['tools/call', { name: 's__a', arguments: null }, 'arguments must be an object.'],
    ['prompts/get', { name: {} }, 'name must be a string.'],
    ['prompts/get', { name: 's__hello', arguments: 'x' }, 'arguments must be an object.'],
    ['resources/read', { uri: 1 }, 'uri must be a string.'],
    ['resources/subscribe', {}, 'uri must be a string.'],
    ['resources/unsubscribe', {}, 'uri must be a string.'],
    ['completion/complete', { argument: {} }, 'ref must be an object.'],
    ['completion/complete', { ref: {} }, 'argument must be an object.'],
    ['completion/complete', { ref: { type: 'x' }, argument: {} }, 'ref must name a prompt, or the URI of a resource.'],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 1 }, argument: {} },
      'ref must name a prompt, or the URI of a resource.',
    ],
    [
      'logging/setLevel',
      { level: 'loud' },
      'level must be one of debug, info, notice, warning, error, critical, alert, emergency.',
    ],
  ])('%s %j', async (method, params, message) => {
    const server = createTestServer('s', 'legacy');
    const { core } = createWorld([server]);
    expect(await core.handle(method, params as JsonObject, legacyCaller())).toEqual(invalid(message));
    expect(server.received).toEqual([]);
  });

  it('does not include a _meta that is no object', async () => {
    const server = createTestServer('s', 'legacy');
    const { core } = createWorld([server]);
    server.answer(() => result({}));
    expect(await core.handle('tools/call', { name: 's__a', _meta: 'x' }, legacyCaller())).toEqual(result({}));
  });
});

describe('a list', () => {
  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
    '%s is a page of the catalog',
    async (list) => {
      const { core } = createWorld([]);
      expect(await core.handle(list, {}, modernCaller())).toEqual({
        kind: 'json',
        json: Buffer.from(`${list} modern undefined`),
      });
      expect(await core.handle(list, { cursor: '2' }, legacyCaller())).toEqual({
        kind: 'json',
        json: Buffer.from(`${list} legacy 2`),
      });
    },
  );
});

describe('a name that is not in the catalog', () => {
  it.each<[string, string, JsonObject, RpcReply]>([
    ['of no server', 'tools/call', { name: 'x__a' }, invalid('Unknown tool: x__a')],
    ['of a server that is there', 'tools/call', { name: 's__x' }, invalid('Unknown tool: s__x')],
    [
      'of a server that is away',
      'tools/call',
      { name: 'away__x' },
      error(-32061, "Unknown tool: away__x. Server 'away' is not connected (waiting): it crashed", {
        error: 'upstreamUnavailable',
        server: 'away',
        state: 'waiting',
      }),
    ],
    ['of a prompt', 'prompts/get', { name: 'x' }, invalid('Unknown prompt: x')],
    [
      'of a prompt to complete',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'x' }, argument: {} },
      invalid('Unknown prompt: x'),
    ],
    ['that every object has', 'tools/call', { name: 'constructor' }, invalid('Unknown tool: constructor')],
    [
      'of a resource',
      'resources/read',
      { uri: 'x:1' },
      error(-32602, 'Resource not found: x:1', { error: 'invalidParams', uri: 'x:1' }),
    ],
    [
      'of a resource to complete',
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'x:1' }, argument: {} },
      error(-32602, 'Resource not found: x:1', { error: 'invalidParams', uri: 'x:1' }),
    ],
  ])('%s', async (_, method, params, expected) => {
    const away = createTestServer('away', 'legacy');
    away.set({ status: { state: 'waiting', reason: 'it crashed' } });
    const { core } = createWorld([createTestServer('s', 'legacy'), away]);
    expect(await core.handle(method, params, modernCaller())).toEqual(expected);
  });

  it('of a resource has the code of older revisions for older clients', async () => {
    const { core } = createWorld([]);
    expect(await core.handle('resources/read', { uri: 'x:1' }, legacyCaller())).toEqual(
      error(-32002, 'Resource not found: x:1', { error: 'resourceNotFound', uri: 'x:1' }),
    );
  });

  it('any more, although it was when the catalog was built', async () => {
    const { core, offer } = createWorld([createTestServer('s', 'legacy')]);
    const gone = { server: 'gone', original: 'p', exposed: 'gone__p', raw: {} };
    offer({ promptsByName: new Map([['gone__p', gone]]) });
    expect(await core.handle('prompts/get', { name: 'gone__p' }, legacyCaller())).toEqual(
      error(-32061, "Server 'gone' is not configured any more.", { error: 'upstreamUnavailable', server: 'gone' }),
    );
  });
});

describe('a request that is passed on', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['tools/call', { name: 's__a', arguments: { x: 1 }, odd: 1 }, { name: 'a', arguments: { x: 1 }, odd: 1 }],
    ['prompts/get', { name: 's__hello', arguments: { x: '1' } }, { name: 'hello', arguments: { x: '1' } }],
    ['resources/read', { uri: 's:1' }, { uri: 's:1' }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 's__hello', title: 'x' }, argument: { name: 'n', value: '' } },
      { ref: { type: 'ref/prompt', name: 'hello', title: 'x' }, argument: { name: 'n', value: '' } },
    ],
    [
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 's://{id}' }, argument: {}, context: {} },
      { ref: { type: 'ref/resource', uri: 's://{id}' }, argument: {}, context: {} },
    ],
    [
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 's:1' }, argument: {} },
      { ref: { type: 'ref/resource', uri: 's:1' }, argument: {} },
    ],
  ])('%s %j', async (method, params, expected) => {
    const server = createTestServer('s', 'legacy', { capabilities: { completions: {} } });
    const { core } = createWorld([server]);
    const answer = { content: [{ type: 'odd', x: null }], structuredContent: [1], isError: true };
    server.answer(() => result(answer));
    expect(await core.handle(method, params, legacyCaller())).toEqual(result(answer));
    expect(server.received.map((request) => [request.method, request.params])).toEqual([[method, expected]]);
  });

  it('names the client, and has the mirrored arguments but no secrets', async () => {
    const server = createTestServer('s', 'modern');
    const { core } = createWorld([server]);
    server.answer(() => result({}));
    const caller = modernCaller({
      capabilities: { roots: {} },
      headers: { 'mcp-param-x': '1', authorization: 'Bearer t' },
    });
    await core.handle('tools/call', { name: 's__a' }, caller);
    const { headers, client, onProgress } = server.last().exchange;
    expect({ headers, client, onProgress }).toEqual({
      headers: { 'mcp-param-x': '1' },
      client: { info: { name: 'test', version: '1' }, capabilities: { roots: {} } },
      onProgress: undefined,
    });
  });

  it('is cancelled at the server when the client goes away', async () => {
    const server = createTestServer('s', 'legacy');
    const { core } = createWorld([server]);
    const caller = legacyCaller();
    const reply = core.handle('tools/call', { name: 's__a' }, caller);
    caller.cancel();
    expect(await reply).toMatchObject({ error: { code: -32060 } });
    expect(server.last().isAborted()).toBe(true);
  });

  it('has its progress reported under the client’s own token, up to the last', async () => {
    const server = createTestServer('s', 'legacy');
    const { core } = createWorld([server]);
    const caller = legacyCaller();
    const reply = core.handle('tools/call', { name: 's__a', _meta: { progressToken: 0, k: 1 } }, caller);
    const { exchange, params } = server.last();
    expect(params).toEqual({ name: 'a', _meta: { k: 1 } });
    exchange.onProgress?.({ progressToken: 17, progress: 1, total: 2, message: 'half' });
    exchange.onProgress?.({ progressToken: 17, progress: 2 });
    server.last().reply(result({}));
    await reply;
    expect(caller.notified).toEqual([
      ['notifications/progress', { progressToken: 0, progress: 1, total: 2, message: 'half' }],
      ['notifications/progress', { progressToken: 0, progress: 2 }],
    ]);
  });

  it('gets no completions from a server without them, which is asked only when passed through', async () => {
    const server = createTestServer('s', 'legacy');
    const ref = { type: 'ref/resource', uri: 's:1' };
    const { core } = createWorld([server]);
    expect(await core.handle('completion/complete', { ref, argument: {} }, modernCaller())).toEqual(
      result({ completion: { values: [] }, resultType: 'complete', _meta: ours }),
    );
    const transparent = createWorld([server], { transparent: true });
    void transparent.core.handle('completion/complete', { ref, argument: {} }, modernCaller());
    expect(server.received.length).toBe(1);
  });
});

describe('server/discover', () => {
  it('answers like initialize', async () => {
    const { core } = createWorld([]);
    const { capabilities, instructions } = core.describe();
    expect(await core.handle('server/discover', {}, modernCaller())).toEqual(
      result({
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities,
        instructions,
        ttlMs: 0,
        cacheScope: 'private',
        _meta: ours,
      }),
    );
  });
});

describe('resources/subscribe', () => {
  const subscribing = () => {
    const server = createTestServer('s', 'legacy', { capabilities: { resources: { subscribe: true } } });
    const { core } = createWorld([server]);
    core.openSession({ id: 's1', principal: 'local', notify: () => {} });
    return { server, core };
  };

  it('succeeds when the server agrees', async () => {
    const { server, core } = subscribing();
    expect(await core.handle('resources/subscribe', { uri: 's:1' }, legacyCaller())).toEqual(result({}));
    expect(server.watched).toEqual([['s:1']]);
  });

  it('fails with the error of a server that refuses, and is dropped', async () => {
    const { server, core } = subscribing();
    const refusal = { code: -32_002, message: 'No such resource', data: { odd: 1 } };
    server.refused.set('s:1', refusal);
    expect(await core.handle('resources/subscribe', { uri: 's:1' }, legacyCaller())).toEqual(failed(refusal));
    expect(server.watched).toEqual([['s:1'], []]);
  });
});
