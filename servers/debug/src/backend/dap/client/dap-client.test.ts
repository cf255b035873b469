import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createMessageReader, encodeMessage } from '../../../framing.ts';
import { createDapClient } from './dap-client.ts';

/** A scripted adapter behind a real stream. */
const connect = (answer: (request: { seq: number; command: string }) => object | undefined) => {
  const [toClient, toAdapter] = [new PassThrough(), new PassThrough()];
  const lost: string[] = [];
  const heard: unknown[] = [];
  const read = createMessageReader((message) => {
    const request = message as { seq: number; command: string; type: string };
    heard.push(request);
    const reply = request.type === 'request' ? answer(request) : undefined;
    if (reply !== undefined) {
      toClient.write(
        encodeMessage({ seq: 0, type: 'response', request_seq: request.seq, command: request.command, ...reply }),
      );
    }
  });
  toAdapter.on('data', read);
  const client = createDapClient({ input: toClient, output: toAdapter }, (why) => lost.push(why));
  return { client, toClient, lost, heard };
};

describe('a client of the Debug Adapter Protocol', () => {
  it("returns the answer, and stores the adapter's capabilities", async () => {
    const { client } = connect(() => ({ success: true, body: { supportsModulesRequest: true } }));
    expect(await client.initialize({}, 1_000)).toEqual({ ok: true, value: undefined });
    expect(client.capabilities()).toEqual({ supportsModulesRequest: true });
    expect(await client.request('threads', {}, 1_000)).toEqual({ ok: true, value: { supportsModulesRequest: true } });
  });

  it.each([
    [{ success: false, message: 'no' }, 'no'],
    [{ success: false, body: { error: { format: 'no {what}', variables: { what: 'thread' } } } }, 'no thread'],
    [{ success: false }, 'The debugger refused threads.'],
  ])('returns the reason of a refusal: %j', async (reply, message) => {
    const { client } = connect(() => reply);
    expect(await client.request('threads', {}, 1_000)).toEqual({ ok: false, error: { code: 'QUERY_FAILED', message } });
  });

  it('gives up at the deadline, and ignores a later answer', async () => {
    const { client, toClient } = connect(() => undefined);
    expect(await client.request('threads', {}, 20)).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    toClient.write(encodeMessage({ seq: 1, type: 'response', request_seq: 1, success: true, command: 'threads' }));
    expect(client.isClosed()).toBe(false);
  });

  it.each([
    ['closes', (stream: PassThrough) => stream.destroy()],
    ['says what is no message', (stream: PassThrough) => stream.write('Content-Length: none\r\n\r\n')],
  ])('fails pending requests to an adapter that %s', async (_name, breakIt) => {
    const { client, toClient, lost } = connect(() => undefined);
    const waiting = client.request('threads', {}, 60_000);
    breakIt(toClient);
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'QUERY_FAILED' } });
    expect(await client.request('threads', {}, 60_000)).toMatchObject({ ok: false, error: { code: 'QUERY_FAILED' } });
    expect(lost).toHaveLength(1);
  });

  it('answers requests of the adapter, and rejects unknown ones', async () => {
    const { client, toClient, heard } = connect(() => undefined);
    client.onReverse(async (command) => (command === 'runInTerminal' ? { processId: 7 } : undefined));
    for (const [seq, command] of [
      [41, 'runInTerminal'],
      [42, 'startDebugging'],
    ]) {
      toClient.write(encodeMessage({ seq, type: 'request', command }));
    }
    await expect.poll(() => heard).toHaveLength(2);
    expect(heard).toMatchObject([
      { type: 'response', request_seq: 41, success: true, body: { processId: 7 } },
      { type: 'response', request_seq: 42, success: false },
    ]);
  });
});
