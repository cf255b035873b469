import { once } from 'node:events';
import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { WIRES } from './fixtures/wires.ts';
import {
  categories,
  content,
  fail,
  type Incident,
  type Middleware,
  ok,
  ToolError,
  type ToolHandler,
  type ToolOutcome,
} from './index.ts';

const BASE = { title: 'Get Note', description: 'Gets one note.', annotations: categories.read({ openWorld: false }) };
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
const text = (words: string) => ({ type: 'text', text: words });
const failure = (code: string, message: string) => ({
  content: [text(`${code}: ${message}`)],
  structuredContent: { success: false, error: { code, message } },
  isError: true,
});

describe.each(WIRES)('a call on the wire, $name', ({ serve, era }) => {
  // In the modern era every result also names its server.
  const fromSdk = era === 'modern' ? { _meta: expect.objectContaining({}) } : {};

  it.each<[string, ToolHandler<undefined, undefined>, object]>([
    ['plain data', () => ({ id: 'a' }), { content: [text('{"id":"a"}')], structuredContent: { id: 'a' } }],
    ['a list', () => ['a'], { content: [text('["a"]')], structuredContent: { result: ['a'] } }],
    ['nothing', () => undefined, { content: [text('Done.')], structuredContent: { success: true } }],
    [
      'a text of its own',
      () => ok({ id: 'a' }, { text: 'It is a.' }),
      { content: [text('It is a.')], structuredContent: { id: 'a' } },
    ],
    ['an image', () => content([image], { w: 1 }), { content: [text('{"w":1}'), image], structuredContent: { w: 1 } }],
    ['a result in MCP form', () => ({ content: [image] }), { content: [image] }],
    ['a failure', () => fail('GONE', 'It is gone.'), failure('GONE', 'It is gone.')],
    ['a thrown failure', () => Promise.reject(new ToolError('GONE', 'It is gone.')), failure('GONE', 'It is gone.')],
  ])('%s', async (_, handler, expected) => {
    await using served = await serve((kit) => kit.registerTool('get_note', BASE, handler));
    const client = await served.connect();
    expect(await client.callTool({ name: 'get_note' })).toEqual({ ...expected, ...fromSdk });
  });

  it('fails in a form that no client mistakes for an invalid success', async () => {
    const outputSchema = z.object({ id: z.string() });
    await using served = await serve((kit) =>
      kit.registerTool('get_note', { ...BASE, outputSchema }, () => fail('GONE', 'It is gone.')),
    );
    const expected = {
      content: [text('GONE: It is gone.')],
      isError: true,
      _meta: expect.objectContaining({ 'io.toolmark/error': { code: 'GONE', message: 'It is gone.' } }),
    };
    const client = await served.connect();
    // After this the client validates structured content against the schema.
    await client.listTools();
    expect(await client.callTool({ name: 'get_note' })).toEqual(expected);
    if (era === 'modern') return;
    // Clients on SDK 1.x validate it in failures too.
    const old = await served.connectV1();
    await old.listTools();
    expect(await old.callTool({ name: 'get_note' })).toEqual(expected);
  });

  it('sends the parsed data, so that it matches the listed outputSchema', async () => {
    const outputSchema = z.object({
      n: z.string().transform(Number).pipe(z.number()),
      tags: z.array(z.string()).default([]),
    });
    await using served = await serve((kit) =>
      kit.registerTool('get_note', { ...BASE, outputSchema }, () => ({ n: '7' })),
    );
    const client = await served.connect();
    await client.listTools();
    expect(await client.callTool({ name: 'get_note' })).toMatchObject({ structuredContent: { n: 7, tags: [] } });
  });

  it('hides an unexpected error from the caller', async () => {
    const incidents: Incident[] = [];
    await using served = await serve(
      (kit) => kit.registerTool('get_note', BASE, () => Promise.reject(new Error('password=hunter2'))),
      { onError: (incident) => void incidents.push(incident) },
    );
    const result = await (await served.connect()).callTool({ name: 'get_note' });
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { success: false, error: { code: 'INTERNAL', details: { incident: incidents[0]?.id } } },
    });
    expect(incidents).toEqual([{ id: expect.any(String), tool: 'get_note', error: new Error('password=hunter2') }]);
  });

  it('sends progress to the caller if requested', async () => {
    const goOn = Promise.withResolvers<void>();
    await using served = await serve((kit) =>
      kit.registerTool('get_note', BASE, async (_, { progress }) => {
        await progress({ progress: 1, total: 2, message: 'half' });
        await goOn.promise;
        return 'done';
      }),
    );
    const client = await served.connect();
    // The client drops progress that arrives together with the result, so delay the result until the progress was seen.
    const asked = await client.callTool(
      { name: 'get_note' },
      { onprogress: (update) => goOn.resolve(expect(update).toEqual({ progress: 1, total: 2, message: 'half' })) },
    );
    expect(asked).toMatchObject({ structuredContent: { result: 'done' } });
    expect(await client.callTool({ name: 'get_note' })).toMatchObject({ structuredContent: { result: 'done' } });
  });

  it("sees the caller's cancellation", async () => {
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<ToolOutcome>();
    const incidents: Incident[] = [];
    const watch: Middleware = async (_, next) => {
      const outcome = await next();
      ended.resolve(outcome);
      return outcome;
    };
    await using served = await serve(
      (kit) =>
        kit.registerTool('get_note', BASE, async (_, { signal }) => {
          started.resolve();
          await once(signal, 'abort');
          signal.throwIfAborted();
        }),
      { use: [watch], onError: (incident) => void incidents.push(incident) },
    );
    const client = await served.connect();
    const caller = new AbortController();
    const call = client.callTool({ name: 'get_note' }, { signal: caller.signal });
    await started.promise;
    caller.abort('enough');
    await expect(call).rejects.toThrow();
    // Without a session a legacy server cannot match a cancellation to a call; it only sees the connection close.
    if (era === 'legacy') await client.close();
    expect(await ended.promise).toMatchObject({ kind: 'failed', code: 'CANCELLED' });
    expect(incidents).toEqual([]);
  });

  it("gets the caller from the token or from the author's option", async () => {
    const whoami: ToolHandler<undefined, undefined> = (_, { auth }) => ({ scopes: auth?.scopes ?? 'nobody' });
    const author = { auth: () => ({ token: 't', clientId: 'local', scopes: ['all'] }) };
    await using fromToken = await serve((kit) => kit.registerTool('whoami', BASE, whoami));
    await using fromAuthor = await serve((kit) => kit.registerTool('whoami', BASE, whoami), author);
    const answers = [
      await (await fromToken.connect()).callTool({ name: 'whoami' }),
      await (await fromToken.connect(['a', 'b'])).callTool({ name: 'whoami' }),
      await (await fromAuthor.connect()).callTool({ name: 'whoami' }),
      await (await fromAuthor.connect(['a', 'b'])).callTool({ name: 'whoami' }),
    ];
    expect(answers.map(({ structuredContent }) => structuredContent)).toEqual([
      { scopes: 'nobody' },
      { scopes: ['a', 'b'] },
      { scopes: ['all'] },
      { scopes: ['all'] },
    ]);
  });
});

describe.each(WIRES.filter(({ era }) => era === 'modern'))('a question on the wire, $name', ({ serve }) => {
  it('reaches the caller unchanged, and the answer reaches the handler', async () => {
    const requestedSchema = { type: 'object' as const, properties: { yes: { type: 'boolean' as const } } };
    const ask: ToolHandler<undefined, undefined, { mcpReq: { inputResponses?: Record<string, unknown> } }> = (
      _,
      { sdk },
    ) =>
      sdk.mcpReq.inputResponses ??
      inputRequired({ inputRequests: { sure: inputRequired.elicit({ message: 'Sure?', requestedSchema }) } });
    // The shared type lacks this part of 2.x.
    await using served = await serve((kit) => kit.registerTool('ask', BASE, ask as ToolHandler<undefined, undefined>));
    const client = await served.connect();
    const questions: unknown[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: { yes: true } };
    });
    expect(await client.callTool({ name: 'ask' })).toMatchObject({
      structuredContent: { sure: { action: 'accept', content: { yes: true } } },
    });
    expect(questions).toEqual(['Sure?']);
  });
});
