import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createKit, FAILURE_META_KEY } from '@toolmark/kit';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Dialog, DialogAnswer, Dialogs } from '../dialogs/dialogs.ts';
import type { Language } from '../lang/lang.ts';
import { defineTool } from '../tools/define-tool.ts';
import { ADD } from '../tools/hints.ts';
import type { Services } from '../tools/toolbox.ts';
import { createConsent } from './create-consent.ts';

type Elicit = (message: string) => { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, boolean> };

interface Options {
  readonly revision?: string;
  readonly elicit?: Elicit;
  readonly dialogs?: Dialogs;
  readonly language?: Language;
  readonly isUnattended?: boolean;
}

/** A server with one tool that overwrites a file, and a real client. */
async function start({ revision = '2026-07-28', elicit, dialogs, language = 'en', isUnattended = false }: Options) {
  const lost: string[] = [];
  let count = 0;
  const write = defineTool({
    name: 'write',
    title: { en: 'Write', zh: '写入' },
    description: { en: 'Writes a file.', zh: '写入文件。' },
    hints: ADD,
    input: (t) => z.object({ file: z.string().describe(t('The file', '文件')), overwrite: z.boolean().describe('…') }),
    output: z.object({ file: z.string() }),
    loss: async ({ file, overwrite }) =>
      overwrite
        ? {
            what: { en: `${count} lines of ${file} would be lost.`, zh: `${file} 的内容将丢失。` },
            instead: { en: 'Write to another file.', zh: '请写入其他文件。' },
          }
        : undefined,
    run: async ({ file }) => {
      lost.push(file);
      return { file };
    },
  });
  const consent = createConsent({ language, dialogs });
  const services = { language, isUnattended, dialogs } as unknown as Services;
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  const server = serveStdio(
    () => {
      const mcp = new McpServer({ name: 'test', version: '1.0.0' }, { requestState: { verify: consent.verify } });
      write.register({ ...services, kit: createKit(mcp), consent });
      return mcp;
    },
    { transport: new StdioServerTransport(toServer, fromServer) },
  );
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: elicit === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: revision < '2026' ? { mode: 'legacy' } : { mode: { pin: revision } },
    },
  );
  if (elicit !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => elicit(params.message));
  await client.connect(new StdioServerTransport(fromServer, toServer));
  return {
    client,
    lost,
    grow: () => {
      count++;
    },
    call: async (args: Record<string, unknown>) => {
      const result = await client.callTool({ name: 'write', arguments: args });
      return result.isError ? result._meta?.[FAILURE_META_KEY] : result.structuredContent;
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server.close();
    },
  };
}

const yes: Elicit = () => ({ action: 'accept', content: { proceed: true } });
const page = (answer: DialogAnswer) => {
  const ask = vi.fn(async (_: Dialog) => answer);
  return { ask, close: async () => {} };
};
const OVERWRITE = { file: 'a.txt', overwrite: true };

describe.each(['2025-11-25', '2026-07-28'])('a call that would lose something, revision %s', (revision) => {
  it('is executed after consent, and the question names the loss', async () => {
    const elicit = vi.fn(yes);
    await using server = await start({ revision, elicit });
    expect(await server.call(OVERWRITE)).toEqual({ file: 'a.txt' });
    expect(elicit.mock.calls).toEqual([['Write: 0 lines of a.txt would be lost.']]);
  });

  it.each([
    { action: 'decline' as const },
    { action: 'cancel' as const },
    { action: 'accept' as const, content: { proceed: false } },
    { action: 'accept' as const, content: {} },
  ])('is not executed after %j', async (answer) => {
    await using server = await start({ revision, elicit: () => answer });
    expect(await server.call(OVERWRITE)).toMatchObject({
      code: 'DECLINED',
      message: expect.stringContaining('a.txt would be lost. Write to another file.'),
    });
    expect(server.lost).toEqual([]);
  });

  it('is refused with an alternative if the client cannot ask the user', async () => {
    await using server = await start({ revision });
    expect(await server.call(OVERWRITE)).toMatchObject({
      code: 'NEEDS_CONSENT',
      message:
        'This needs a yes from a person, and this client cannot ask one; nothing was changed. 0 lines of a.txt would be lost. Write to another file.',
    });
    expect(server.lost).toEqual([]);
  });

  it('asks on a local page if the client cannot ask', async () => {
    const dialogs = page({ kind: 'answered', value: 'yes' });
    await using server = await start({ revision, dialogs });
    expect(await server.call(OVERWRITE)).toEqual({ file: 'a.txt' });
    expect(dialogs.ask.mock.calls[0]?.[0]).toMatchObject({ risks: ['0 lines of a.txt would be lost.'] });
  });

  it.each([
    [{ kind: 'answered', value: 'no' } as const, 'DECLINED'],
    [{ kind: 'cancelled' } as const, 'DECLINED'],
    [{ kind: 'timed-out' } as const, 'NEEDS_CONSENT'],
  ])('is not executed if the page returns %j', async (answer, code) => {
    await using server = await start({ revision, dialogs: page(answer) });
    expect(await server.call(OVERWRITE)).toMatchObject({ code });
    expect(server.lost).toEqual([]);
  });

  it('does not ask without a loss or when unattended, and is declared destructive when unattended', async () => {
    const elicit = vi.fn(yes);
    await using careful = await start({ revision, elicit });
    await careful.call({ file: 'b.txt', overwrite: false });
    await using unattended = await start({ revision, elicit, isUnattended: true });
    await unattended.call(OVERWRITE);
    expect([elicit.mock.calls.length, careful.lost, unattended.lost]).toEqual([0, ['b.txt'], ['a.txt']]);
    const hints = async ({ client }: { client: Client }) =>
      (await client.listTools()).tools[0]?.annotations?.destructiveHint;
    expect([await hints(careful), await hints(unattended)]).toEqual([false, true]);
  });
});

describe('an answer of revision 2026-07-28', () => {
  const ask = (server: Awaited<ReturnType<typeof start>>, more: object = {}, args: object = OVERWRITE) =>
    server.client.request(
      { method: 'tools/call', params: { name: 'write', arguments: args, ...more } } as never,
      {
        allowInputRequired: true,
      } as never,
    ) as Promise<{ resultType?: string; requestState?: string }>;
  const inputResponses = { consent: { action: 'accept', content: { proceed: true } } };

  it('is valid for the same arguments only', async () => {
    await using server = await start({ elicit: yes });
    const { requestState } = await ask(server);
    const other = { ...OVERWRITE, file: 'other.txt' };
    expect(await ask(server, { inputResponses, requestState }, other)).toMatchObject({ resultType: 'input_required' });
    expect(server.lost).toEqual([]);
    await ask(server, { inputResponses, requestState });
    expect(server.lost).toEqual(['a.txt']);
  });

  it('is valid only for the same loss', async () => {
    await using server = await start({ elicit: yes });
    const { requestState } = await ask(server);
    server.grow();
    expect(await ask(server, { inputResponses, requestState })).toMatchObject({ resultType: 'input_required' });
    expect(server.lost).toEqual([]);
  });

  it('is invalid without a question, or with a forged state', async () => {
    await using server = await start({ elicit: yes });
    expect(await ask(server, { inputResponses })).toMatchObject({ resultType: 'input_required' });
    await using foreign = await start({ elicit: yes });
    const { requestState } = await ask(foreign);
    await expect(ask(server, { inputResponses, requestState })).rejects.toThrow('Invalid or expired requestState');
    expect(server.lost).toEqual([]);
  });
});
