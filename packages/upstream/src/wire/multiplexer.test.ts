import { type JsonObject, type RpcNotification, type RpcReply, result } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerQuestion, Exchange } from '../connection.ts';
import { isOwnError, isUnsent } from '../own-error.ts';
import { createMultiplexer, type Multiplexer } from './multiplexer.ts';

const PATIENT = { timeoutMs: 1_000, maxTimeoutMs: 5_000 };
const turn = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => {});

/** A multiplexer with a recording carrier. */
function play(): {
  readonly mux: Multiplexer;
  readonly sent: JsonObject[];
  readonly heard: RpcNotification[];
  readonly ask: ReturnType<typeof vi.fn<AnswerQuestion>>;
  readonly receive: (message: JsonObject) => boolean;
  readonly call: (exchange?: Partial<Exchange>) => Promise<RpcReply>;
} {
  const sent: JsonObject[] = [];
  const heard: RpcNotification[] = [];
  const ask = vi.fn<AnswerQuestion>(async () => result({ asked: true }));
  const mux = createMultiplexer(
    { send: (text) => void sent.push(JSON.parse(text)), abandon: () => true },
    { onNotification: (notification) => void heard.push(notification), onRequest: ask },
    { era: 'legacy', version: '2025-11-25', self: {} },
  );
  return {
    mux,
    sent,
    heard,
    ask,
    receive: (message) => mux.receive({ jsonrpc: '2.0', ...message }),
    call: (exchange = {}) => mux.request('tools/call', { name: 'x' }, { ...PATIENT, ...exchange }),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a request', () => {
  it('is answered by its id, in any order, as number or string', async () => {
    const { sent, receive, call } = play();
    const replies = [call(), call(), call()];
    expect(sent.map(({ id }) => id)).toEqual([1, 2, 3]);
    receive({ id: '3', result: { n: 3 } });
    receive({ id: 1, error: { code: -5, message: 'no', data: [1] } });
    receive({ id: 2, result: { n: 2 } });
    expect(await Promise.all(replies)).toEqual([
      { kind: 'error', error: { code: -5, message: 'no', data: [1] } },
      { kind: 'result', result: { n: 2 } },
      { kind: 'result', result: { n: 3 } },
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports the answer that comes after it was cancelled, once', async () => {
    const { receive, call } = play();
    const controller = new AbortController();
    const onLateAnswer = vi.fn();
    const reply = call({ signal: controller.signal, onLateAnswer });
    controller.abort();
    expect(await reply).toMatchObject({ kind: 'error' });
    expect(onLateAnswer).not.toHaveBeenCalled();
    for (let times = 0; times < 2; times++) receive({ id: 1, error: { code: 0, message: 'Request cancelled' } });
    expect(onLateAnswer).toHaveBeenCalledTimes(1);
  });

  it('times out after a silence, which progress resets, and after its total time in any case', async () => {
    const { sent, receive, call } = play();
    const progress = vi.fn();
    const patient = call({ onProgress: progress });
    const silent = call();
    await vi.advanceTimersByTimeAsync(900);
    receive({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    await vi.advanceTimersByTimeAsync(900);
    expect(await silent).toMatchObject({ error: { message: 'The server did not answer within 1 s.' } });
    for (let step = 2; step <= 5; step++) {
      receive({ method: 'notifications/progress', params: { progressToken: 1, progress: step } });
      await vi.advanceTimersByTimeAsync(900);
    }
    expect(await patient).toMatchObject({ error: { code: -32062, message: 'The server did not finish within 5 s.' } });
    expect(progress).toHaveBeenCalledTimes(5);
    expect(sent.slice(2)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 2, reason: 'The server did not answer within 1 s.' },
      },
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 1, reason: 'The server did not finish within 5 s.' },
      },
    ]);
    expect(receive({ id: 1, result: {} })).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('pauses its silence timeout while the server waits for a person, but not its total timeout', async () => {
    const { receive, call, ask } = play();
    const { promise: answer, resolve: answerIt } = Promise.withResolvers<RpcReply>();
    ask.mockReturnValue(answer);
    const asking = call();
    receive({ id: 'q', method: 'elicitation/create', params: {} });
    await vi.advanceTimersByTimeAsync(3_000);
    answerIt(result({ action: 'accept' }));
    await turn();
    await vi.advanceTimersByTimeAsync(900);
    receive({ id: 1, result: { n: 1 } });
    expect(await asking).toEqual({ kind: 'result', result: { n: 1 } });

    const silentAfter = call();
    receive({ id: 'r', method: 'elicitation/create', params: {} });
    await turn();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await silentAfter).toMatchObject({ error: { message: 'The server did not answer within 1 s.' } });

    ask.mockReturnValue(new Promise(() => {}));
    const endless = call();
    receive({ id: 's', method: 'elicitation/create', params: {} });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await endless).toMatchObject({ error: { message: 'The server did not finish within 5 s.' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes on list changes that arrive on its stream', () => {
    const { mux, heard } = play();
    const onNotification = vi.fn();
    void mux.request('tools/call', {}, { ...PATIENT, onNotification });
    const method = 'notifications/tools/list_changed';
    mux.receive({ jsonrpc: '2.0', method }, mux.pending(1));
    expect(heard).toEqual([{ method }]);
    expect(onNotification).not.toHaveBeenCalled();
  });

  it('is not sent if cancelled before, and not cancelled after its answer', async () => {
    const { sent, receive, call } = play();
    expect(await call({ signal: AbortSignal.abort() })).toMatchObject({ error: { code: -32060 } });
    const controller = new AbortController();
    const reply = call({ signal: controller.signal });
    receive({ id: 1, result: {} });
    await reply;
    controller.abort();
    expect(sent).toHaveLength(1);
  });

  it.each(['initialize', 'server/discover'])(
    'of the handshake (%s) is abandoned without a cancellation',
    async (method) => {
      const { mux, sent } = play();
      const controller = new AbortController();
      const reply = mux.request(method, undefined, { ...PATIENT, signal: controller.signal });
      controller.abort();
      expect(await reply).toMatchObject({ kind: 'error' });
      expect(sent).toHaveLength(1);
    },
  );

  it('receives progress before its result, and none after', async () => {
    const { receive, call } = play();
    const order: unknown[] = [];
    const reply = call({ onProgress: ({ progress }) => order.push(progress) }).then(() => order.push('result'));
    receive({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    receive({ id: 1, result: {} });
    receive({ method: 'notifications/progress', params: { progressToken: 1, progress: 2 } });
    await reply;
    expect(order).toEqual([1, 'result']);
  });

  it('fails when the connection ends, like later ones', async () => {
    const { mux, call } = play();
    const reply = call();
    mux.end('exited with code 1');
    mux.end('was disconnected');
    expect(await reply).toMatchObject({
      error: { code: -32063, message: 'The server exited with code 1 while the request was in progress.' },
    });
    expect(await call()).toMatchObject({ error: { code: -32061, message: 'The server exited with code 1.' } });
    expect(await mux.closed).toBe('exited with code 1');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a server's question", () => {
  it.each([
    [{ kind: 'result', result: { yes: 1 } }, { result: { yes: 1 } }],
    [{ kind: 'json', json: Buffer.from('{"yes":2}') }, { result: { yes: 2 } }],
    [{ kind: 'error', error: { code: -1, message: 'no' } }, { error: { code: -1, message: 'no' } }],
  ] as const)('is answered with %j', async (reply, answer) => {
    const { sent, receive, ask } = play();
    ask.mockResolvedValue(reply);
    receive({ id: 'q', method: 'roots/list' });
    await turn();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 'q', ...answer }]);
    expect(ask).toHaveBeenCalledExactlyOnceWith('roots/list', {}, expect.any(AbortSignal));
  });

  it('is answered with an error when the handler throws', async () => {
    const { sent, receive, ask } = play();
    ask.mockRejectedValue(new Error('a bug'));
    receive({ id: 1, method: 'sampling/createMessage', params: {} });
    await turn();
    expect(sent).toMatchObject([{ id: 1, error: { code: -32603, message: 'The client could not answer.' } }]);
  });

  it('is not answered after its withdrawal, which does not affect our request with the same id', async () => {
    const { sent, receive, call } = play();
    const reply = call();
    receive({ id: 1, method: 'elicitation/create', params: {} });
    receive({ method: 'notifications/cancelled', params: { requestId: 1 } });
    receive({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await turn();
    expect(sent).toHaveLength(1);
    receive({ id: 1, result: {} });
    expect(await reply).toEqual({ kind: 'result', result: {} });
  });
});

describe('a question without a waiting call', () => {
  const open = (): ReturnType<typeof play> & { readonly signal: () => AbortSignal | undefined } => {
    const played = play();
    played.ask.mockReturnValue(new Promise(() => {}));
    return { ...played, signal: () => played.ask.mock.calls.at(-1)?.[2] };
  };

  it("is withdrawn, and restarts the calls' silence timeouts", async () => {
    const { receive, call, signal } = open();
    const reply = call();
    receive({ id: 'q', method: 'elicitation/create', params: {} });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(signal()?.aborted).toBe(false);
    receive({ method: 'notifications/cancelled', params: { requestId: 'q' } });
    expect(signal()?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await reply).toMatchObject({ error: { message: 'The server did not answer within 1 s.' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is withdrawn when the connection ends', () => {
    const { mux, receive, signal } = open();
    receive({ id: 'q', method: 'elicitation/create', params: {} });
    mux.end('exited with code 1');
    expect(signal()?.aborted).toBe(true);
  });

  it('is replaced by the next one with the same id', async () => {
    const { receive, ask, sent, signal } = open();
    receive({ id: 'q', method: 'elicitation/create', params: {} });
    const first = signal();
    ask.mockResolvedValue(result({ n: 2 }));
    receive({ id: 'q', method: 'elicitation/create', params: {} });
    await turn();
    expect([first?.aborted, signal()?.aborted]).toEqual([true, false]);
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 'q', result: { n: 2 } }]);
  });
});

describe('a retired connection', () => {
  it('still delivers pending answers', async () => {
    const { mux, receive, call, sent } = play();
    const controller = new AbortController();
    const replies = [call(), call({ signal: controller.signal })];
    const onDrained = vi.fn();
    void mux.drained.then(onDrained);
    mux.retire('cannot be reached');
    expect(await mux.closed).toBe('cannot be reached');
    expect([mux.isOver(), mux.isDraining()]).toEqual([true, true]);
    const refused = await call();
    expect(refused).toMatchObject({ error: { code: -32061, message: 'The server cannot be reached.' } });
    expect(refused.kind === 'error' && isUnsent(refused.error)).toBe(true);
    receive({ id: 'q', method: 'roots/list' });
    await turn();
    controller.abort();
    expect(sent.slice(2)).toMatchObject([{ id: 'q' }, { method: 'notifications/cancelled' }]);
    expect(onDrained).not.toHaveBeenCalled();
    receive({ id: 1, result: { n: 1 } });
    expect(await Promise.all(replies)).toMatchObject([{ kind: 'result' }, { error: { code: -32060 } }]);
    expect([onDrained.mock.calls.length, mux.isDraining()]).toEqual([1, false]);
  });

  it('is drained at once when idle', async () => {
    const { mux } = play();
    mux.retire('cannot be reached');
    await mux.drained;
    expect(mux.isDraining()).toBe(false);
  });

  it('can still be ended, and keeps the first reason', async () => {
    const { mux, call } = play();
    const reply = call();
    mux.retire('cannot be reached');
    mux.end('was disconnected');
    expect(await reply).toMatchObject({ error: { code: -32063, message: expect.stringContaining('disconnected') } });
    expect(await mux.closed).toBe('cannot be reached');
    await mux.drained;
  });
});

describe('an error', () => {
  it('is recognized as ours by identity, not by its fields', async () => {
    const { mux, receive, call } = play();
    const ours = call();
    mux.settleAll(await call({ signal: AbortSignal.abort() }));
    const theirs = call();
    receive({ id: 2, error: { code: -32060, message: 'The request was cancelled.', data: { error: 'cancelled' } } });
    const errors = [await ours, await theirs].map((reply) => (reply.kind === 'error' ? reply.error : undefined));
    expect(errors[0]).toEqual(errors[1]);
    expect(errors.map((error) => error && isOwnError(error))).toEqual([true, false]);
  });
});

describe('an invalid message', () => {
  it.each([[{}], [{ id: null, error: { code: 1, message: '' } }], [{ result: {} }]])('is noise: %j', (message) => {
    expect(play().receive(message)).toBe(false);
  });

  it.each([
    [{ id: 1, result: [] }],
    [{ id: 1 }],
    [{ id: 1, error: 'no' }],
    [{ id: 1, error: { message: 'without a code' } }],
  ])('fails the request it seems to answer: %j', async (message) => {
    const { receive, call } = play();
    const reply = call();
    receive(message);
    expect(await reply).toMatchObject({ error: { code: -32065 } });
  });
});
