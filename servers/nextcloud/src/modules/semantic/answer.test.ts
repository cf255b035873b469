import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import { serveHttp } from '@toolmark/kit/serve';
import { describe, expect, it } from 'vitest';
import { toBasic } from '../../account/to-basic.ts';
import { createEmulator } from '../../emulator/create-emulator.ts';
import { connect, USERS } from '../../fixtures/connect.ts';
import { createNextcloud } from '../../http/create-nextcloud.ts';
import { createSemantic } from '../../semantic/create-semantic.ts';
import { createFeatureHashing } from '../../semantic/embeddings/feature-hashing.ts';
import { noteSource } from '../../semantic/note-source.ts';
import { createNextcloudServer } from '../../server.ts';
import { askClient } from './ask-client.ts';

const NOTE = { title: 'Boiler', content: 'The heating engineer comes in October.', category: 'Home' };

describe.each(['2025-11-25', '2026-07-28'])('an answer by sampling, revision %s', (revision) => {
  const create = (withSampling = true): Client =>
    new Client(
      { name: 'test', version: '1.0.0' },
      {
        capabilities: withSampling ? { sampling: {} } : {},
        versionNegotiation: revision < '2026' ? { mode: 'legacy' } : { mode: { pin: revision } },
      },
    );

  it("comes from the client's model", async () => {
    const client = create();
    const prompts: string[] = [];
    client.setRequestHandler('sampling/createMessage', ({ params }) => {
      prompts.push(JSON.stringify(params.messages));
      return { role: 'assistant', content: { type: 'text', text: 'In October.' }, model: 'm', stopReason: 'endTurn' };
    });
    await using nextcloud = await connect({ client });
    const { id } = (await nextcloud.call('nc_notes_create_note', NOTE)) as { id: number };
    expect(await nextcloud.call('nc_semantic_search_answer', { query: 'heating engineer' })).toMatchObject({
      generated_answer: 'In October.',
      search_method: 'semantic_sampling',
      model_used: 'm',
      stop_reason: 'endTurn',
      sources: [{ id }],
    });
    expect(prompts).toEqual([expect.stringContaining(`[note ${id}]`)]);
  });

  it('is the list of documents without a client model or a match', async () => {
    await using nextcloud = await connect({ client: create(false) });
    const ask = () => nextcloud.call('nc_semantic_search_answer', { query: 'heating engineer' });
    expect(await ask()).toMatchObject({ search_method: 'semantic_no_results', sources: [] });
    await using other = await connect({ client: create(false) });
    await other.call('nc_notes_create_note', NOTE);
    expect(await other.call('nc_semantic_search_answer', { query: 'heating engineer' })).toMatchObject({
      search_method: 'semantic_sampling_unsupported',
      total_found: 1,
    });
  });
});

describe.each(['2025-11-25', '2026-07-28'])('a question that the client does not answer, revision %s', (revision) => {
  it.each([
    ['user_declined', -1, 'User rejected sampling request'],
    ['mcp_error', -32_603, 'The model is out of order'],
  ])('returns the documents and the reason %s', async (reason, code, message) => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      {
        capabilities: { sampling: {} },
        versionNegotiation: revision < '2026' ? { mode: 'legacy' } : { mode: { pin: revision } },
      },
    );
    client.setRequestHandler('sampling/createMessage', () => {
      throw Object.assign(new Error(message), { code });
    });
    await using nextcloud = await connect({ client });
    await nextcloud.call('nc_notes_create_note', NOTE);
    const asked = nextcloud.call('nc_semantic_search_answer', { query: 'heating engineer' });
    // A client of the newer revision asks its model itself, and ends the call if that fails.
    if (revision >= '2026') await expect(asked).rejects.toThrow(message);
    else
      expect(await asked).toMatchObject({
        search_method: `semantic_sampling_${reason}`,
        total_found: 1,
        sources: [{ title: NOTE.title }],
      });
  });
});

it.each([
  ['legacy', true, 'unsupported'],
  ['legacy', false, 'unsupported'],
  ['auto', true, undefined],
  ['auto', false, 'unsupported'],
] as const)(
  'over HTTP the server does not wait for an answer that cannot arrive (%s, sampling %s)',
  async (mode, canSample, reason) => {
    const emulator = await createEmulator({ users: USERS, hasSamples: true });
    const semantic = createSemantic({
      file: ':memory:',
      host: 'test',
      sources: [noteSource],
      embedder: createFeatureHashing(),
    });
    const authorization = () => toBasic({ user: 'ada', password: USERS.ada.password });
    const nextcloud = createNextcloud({ url: emulator.url, user: 'ada', authorization });
    const http = await serveHttp(() => createNextcloudServer({ nextcloud: async () => nextcloud, semantic }), {
      port: 0,
      maxBodyBytes: 100_000,
    });
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities: canSample ? { sampling: {} } : {}, versionNegotiation: { mode } },
    );
    if (canSample)
      client.setRequestHandler('sampling/createMessage', () => ({
        role: 'assistant',
        content: { type: 'text', text: 'In May.' },
        model: 'm',
      }));
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
      const request = { name: 'nc_semantic_search_answer', arguments: { query: 'trip to Lisbon' } };
      expect((await client.callTool(request, { timeout: 10_000 })).structuredContent).toMatchObject({
        search_method: reason === undefined ? 'semantic_sampling' : `semantic_sampling_${reason}`,
      });
    } finally {
      await client.close();
      await http.close();
      await semantic.close();
      await emulator.close();
    }
  },
);

describe('a question to the client of an older revision', () => {
  const params = { messages: [], maxTokens: 10 };
  const ask = (requestSampling: (options: { readonly timeout: number }) => Promise<unknown>, signal?: AbortSignal) =>
    askClient(
      {
        canSample: () => true,
        // The code under test uses only these members.
        context: {
          signal: signal ?? new AbortController().signal,
          sdk: { mcpReq: { requestSampling: (_: unknown, options: { timeout: number }) => requestSampling(options) } },
        } as never,
      },
      params,
    );

  it('times out after five minutes', async () => {
    let timeout = 0;
    const answer = ask(async (options) => {
      ({ timeout } = options);
      throw new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out');
    });
    expect(await answer).toEqual({ kind: 'none', reason: 'timeout' });
    expect(timeout).toBe(300_000);
  });

  it.each([
    ['an answer without a text', async () => ({ content: { type: 'image', data: '' }, model: 'm' }), 'mcp_error'],
    [
      'a method that it does not know',
      () => Promise.reject(new ProtocolError(-32_601, 'No such method')),
      'unsupported',
    ],
  ])('treats %s as no answer', async (_, reply, reason) => {
    expect(await ask(reply)).toEqual({ kind: 'none', reason });
  });

  it('is aborted with the call', async () => {
    await expect(ask(() => Promise.reject(new Error('gone')), AbortSignal.abort())).rejects.toThrow('gone');
  });
});
