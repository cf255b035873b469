import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../base/src/fixtures/fake-clock.ts';
import { type ServedFront, serveFront } from './fixtures/serve.ts';

/** The part of a client that the tests use, for each SDK. */
interface AnyClient {
  readonly list: () => Promise<readonly string[]>;
  readonly call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<string>;
  readonly prompts: () => Promise<unknown>;
  readonly setLevel: ((level: 'error') => Promise<unknown>) | undefined;
  readonly changes: () => number;
  readonly logs: () => readonly unknown[];
  readonly close: () => Promise<void>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number }) => void;
}

const INFO = { name: 'tests', version: '1.0.0' };
const CAPABILITIES = { elicitation: { form: {} } };
const ANSWER = { action: 'accept' as const, content: { yes: true } };
const answerText = (result: object): string =>
  (result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text ?? '';

const newClient =
  (mode: 'auto' | 'legacy') =>
  async (url: URL): Promise<AnyClient> => {
    let changes = 0;
    const logs: unknown[] = [];
    const client = new Client(INFO, { capabilities: CAPABILITIES, versionNegotiation: { mode } });
    client.setRequestHandler('elicitation/create', () => ANSWER);
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes++;
    });
    client.setNotificationHandler('notifications/message', ({ params }) => void logs.push(params.data));
    await client.connect(new StreamableHTTPClientTransport(url));
    if (mode === 'auto') await client.listen({ toolsListChanged: true });
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args = {}, options = {}) =>
        answerText(await client.callTool({ name, arguments: args }, options)),
      prompts: () => client.listPrompts(),
      setLevel: mode === 'legacy' ? (level) => client.setLoggingLevel(level) : undefined,
      changes: () => changes,
      logs: () => logs,
      close: () => client.close(),
    };
  };

const oldClient = async (url: URL): Promise<AnyClient> => {
  let changes = 0;
  const logs: unknown[] = [];
  const client = new OldClient(INFO, { capabilities: CAPABILITIES });
  client.setRequestHandler(ElicitRequestSchema, () => ANSWER);
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes++;
  });
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logs.push(params.data));
  const transport = new OldTransport(url);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, options = {}) =>
      answerText(await client.callTool({ name, arguments: args }, CallToolResultSchema, options)),
    prompts: () => client.listPrompts(),
    setLevel: (level) => client.setLoggingLevel(level),
    changes: () => changes,
    logs: () => logs,
    close: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
};

describe.each([
  ['SDK 2.x, 2026-07-28', newClient('auto')],
  ['SDK 2.x, 2025-11-25', newClient('legacy')],
  ['SDK 1.x', oldClient],
])('a client of %s', (_name, connect) => {
  let front: ServedFront;
  let client: AnyClient;
  beforeEach(async () => {
    front = await serveFront();
    client = await connect(front.url);
  });
  afterEach(async () => {
    await client.close();
    await front.close();
  });

  it('lists, calls, and uses other methods', async () => {
    expect(await client.list()).toContain('größe');
    expect(await client.call('echo', { a: 'größe 🎉' })).toBe('{"a":"größe 🎉"}');
    expect(await client.call('größe', { n: 1 })).toBe('{"n":1}');
    await expect(client.call('nothing')).rejects.toThrow("Unknown tool 'nothing'.");
    expect(await client.prompts()).toMatchObject({ prompts: [] });
  });

  it('gets progress notifications', async () => {
    const heard: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }): void => void heard.push(progress);
    expect(await client.call('progress', { steps: 5 }, { onprogress })).toBe('done');
    // The SDK removes the handler when the result arrives, so the last notification may not reach it.
    expect(heard.slice(0, 4)).toEqual([1, 2, 3, 4]);
  });

  it('answers a question', async () => {
    expect(await client.call('ask')).toContain('"content":{"yes":true}');
  });

  it('cancels', async () => {
    const controller = new AbortController();
    const waiting = front.core.waiting();
    const call = client.call('wait', { n: 7 }, { signal: controller.signal });
    const failed = expect(call).rejects.toThrow();
    await waiting;
    controller.abort();
    await failed;
    await expect.poll(() => front.core.cancelled).toEqual([7]);
    expect(await client.call('echo')).toBe('{}');
  });

  it('is notified of changed tools', async () => {
    await expect.poll(() => front.core.listens.size + front.core.channels.size).toBe(1);
    await settle();
    front.core.changeTools();
    await expect.poll(() => client.changes()).toBeGreaterThan(0);
  });

  it('sets the log level, and gets messages', async () => {
    if (client.setLevel === undefined) return;
    await client.setLevel('error');
    expect(front.core.levels).toEqual(['error']);
    await expect
      .poll(() => {
        for (const { notify } of front.core.channels) notify('notifications/message', { level: 'error', data: 'boom' });
        return client.logs();
      })
      .toContain('boom');
  });
});

it('leaves nothing behind when clients come and go', async () => {
  const front = await serveFront();
  const warnings: string[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', onWarning);
  for (let round = 0; round < 20; round++) {
    for (const connect of [newClient('auto'), newClient('legacy'), oldClient]) {
      const client = await connect(front.url);
      await client.call('progress');
      await client.call('ask');
      await client.close();
    }
  }
  await expect.poll(() => front.front.stats()).toMatchObject({ running: 0, subscriptions: 0 });
  expect(front.core.listens.size).toBe(0);
  // The 2.x client does not end its session, which expires.
  expect(front.front.stats().sessions).toBe(20);
  process.off('warning', onWarning);
  expect(warnings.filter((warning) => warning.includes('ServerResponse') || warning.includes('Socket'))).toEqual([]);
  await front.close();
  expect(front.core.channels.size).toBe(0);
});
