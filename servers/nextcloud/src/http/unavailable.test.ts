import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { FAILURE_META_KEY } from '@toolmark/kit';
import { serveHttp } from '@toolmark/kit/serve';
import { describe, expect, it } from 'vitest';
import { type ServedNextcloud, serveNextcloud } from '../fixtures/serve-nextcloud.ts';
import { createNextcloudServer } from '../server.ts';

/** A real client connected to this server over HTTP. */
async function connectHttp({ nextcloud }: ServedNextcloud) {
  const http = await serveHttp(() => createNextcloudServer({ nextcloud: async () => nextcloud, modules: ['notes'] }), {
    port: 0,
    maxBodyBytes: 1_000_000,
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  return {
    client,
    call: async (name: string, args: Readonly<Record<string, unknown>>) => {
      const result = await client.callTool({ name, arguments: args });
      return result.isError ? result._meta?.[FAILURE_META_KEY] : result.structuredContent;
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await http.close();
    },
  };
}

const NOTE = { title: 't', content: 'c', category: '' };

describe('a Nextcloud that never answers', () => {
  it('fails the call at the deadline, with a timeout error', async () => {
    await using silent = await serveNextcloud(() => {}, { deadlineMs: 200 });
    await using server = await connectHttp(silent);
    const message = expect.stringContaining('Nextcloud did not answer within 0.2 s');
    expect(await server.call('nc_notes_search_notes', { query: 'x' })).toMatchObject({ code: 'TIMEOUT', message });
    expect(await server.call('nc_notes_create_note', NOTE)).toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('unknown whether the change was made'),
    });
    await expect(server.client.readResource({ uri: 'nc://Notes/1' })).rejects.toThrow('TIMEOUT: Nextcloud did not');
  });

  it('fails the call if an answer stops in the middle', async () => {
    await using stopping = await serveNextcloud((_, response) => void response.writeHead(200).write('[{"id":'), {
      deadlineMs: 200,
    });
    await using server = await connectHttp(stopping);
    expect(await server.call('nc_notes_search_notes', { query: 'x' })).toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('a Nextcloud in maintenance', () => {
  it('is asked again after Retry-After by a call that only reads', async () => {
    const times: number[] = [];
    await using busy = await serveNextcloud((_, response) => {
      times.push(performance.now());
      if (times.length === 1) response.writeHead(503, { 'retry-after': '1' }).end('Maintenance');
      else response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    });
    await using server = await connectHttp(busy);
    expect(await server.call('nc_notes_search_notes', { query: 'x' })).toMatchObject({ total_found: 0 });
    const [first = 0, second = 0] = times;
    expect(times).toHaveLength(2);
    // A timer may fire a millisecond early.
    expect(second - first).toBeGreaterThan(990);
  });

  it('is not waited for beyond the deadline', async () => {
    await using busy = await serveNextcloud((_, response) => response.writeHead(503, { 'retry-after': '5' }).end(), {
      deadlineMs: 200,
    });
    await using server = await connectHttp(busy);
    expect(await server.call('nc_notes_search_notes', { query: 'x' })).toMatchObject({ code: 'TIMEOUT' });
  });

  it('is not waited for if it asks for an hour, which the error mentions', async () => {
    await using busy = await serveNextcloud((_, response) => response.writeHead(503, { 'retry-after': '3600' }).end());
    await using server = await connectHttp(busy);
    const message = expect.stringContaining('It asks to wait 3600 s.');
    expect(await server.call('nc_notes_search_notes', { query: 'x' })).toMatchObject({ code: 'UNREACHABLE', message });
  });

  it('gets no repeated writes, and the error says what to do', async () => {
    let count = 0;
    await using busy = await serveNextcloud((_, response) => {
      count++;
      response.writeHead(503, { 'retry-after': '0' }).end();
    });
    await using server = await connectHttp(busy);
    expect(await server.call('nc_notes_create_note', NOTE)).toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(/maintenance|later/),
    });
    expect(count).toBe(1);
  });
});
