import type { Readable, Writable } from 'node:stream';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugError } from '../../../errors.ts';
import { createMessageReader, encodeMessage } from '../../../framing.ts';
import { err, ok, type Result } from '../../../result.ts';

/** A connection to one debug adapter. */
export interface DapClient {
  /**
   * Sends a request and settles within the deadline. The body is not validated: the caller states its type.
   * @example await client.request<DebugProtocol.ThreadsResponse['body']>('threads', {}, 5_000)
   */
  readonly request: <Body>(
    command: string,
    args: object,
    deadlineMs: number,
  ) => Promise<Result<Body | undefined, DebugError>>;
  /**
   * The result of `initialize`: send no request that it does not announce, because some adapters stop answering after
   * an unknown one.
   */
  readonly capabilities: () => DebugProtocol.Capabilities;
  readonly initialize: (args: object, deadlineMs: number) => Promise<Result<void, DebugError>>;
  readonly onEvent: (listener: (event: DebugProtocol.Event) => void) => void;
  /** Handles requests from the adapter. */
  readonly onReverse: (handler: (command: string, args: unknown) => Promise<object | undefined>) => void;
  readonly isClosed: () => boolean;
  /** Fails all pending and later requests. */
  readonly close: (why: string) => void;
}

interface Waiter {
  readonly settle: (response: DebugProtocol.Response | undefined) => void;
}

export const createDapClient = (
  streams: { readonly input: Readable; readonly output: Writable },
  onLost: (why: string) => void,
): DapClient => {
  const waiters = new Map<number, Waiter>();
  const listeners: ((event: DebugProtocol.Event) => void)[] = [];
  let answerReverseRequest: (command: string, args: unknown) => Promise<object | undefined> = async () => undefined;
  let capabilities: DebugProtocol.Capabilities = {};
  let sequence = 0;
  let closedBecause: string | undefined;

  const close = (why: string): void => {
    if (closedBecause !== undefined) return;
    closedBecause = why;
    for (const waiter of waiters.values()) waiter.settle(undefined);
    waiters.clear();
    streams.output.end();
  };
  const failPending = (why: string): void => {
    if (closedBecause !== undefined) return;
    close(why);
    onLost(why);
  };
  const send = (message: object): void => {
    sequence += 1;
    if (closedBecause === undefined) streams.output.write(encodeMessage({ seq: sequence, ...message }));
  };

  const answer = async (request: DebugProtocol.Request): Promise<void> => {
    const body = await answerReverseRequest(request.command, request.arguments).catch(() => undefined);
    const success = body !== undefined;
    send({ type: 'response', request_seq: request.seq, success, command: request.command, body });
  };
  const receive = (message: unknown): void => {
    // The `type` field distinguishes the three kinds of messages.
    const known = message as DebugProtocol.Response | DebugProtocol.Event | DebugProtocol.Request;
    if (known.type === 'response') {
      const { request_seq } = known as DebugProtocol.Response;
      waiters.get(request_seq)?.settle(known as DebugProtocol.Response);
      waiters.delete(request_seq);
    } else if (known.type === 'event') for (const listener of listeners) listener(known as DebugProtocol.Event);
    else if (known.type === 'request') void answer(known as DebugProtocol.Request);
  };

  const read = createMessageReader(receive);
  streams.input.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      failPending(error instanceof Error ? error.message : String(error));
    }
  });
  streams.input.on('close', () => failPending('The debug adapter closed its connection.'));
  streams.input.on('error', () => failPending('The connection to the debug adapter broke.'));
  streams.output.on('error', () => failPending('The connection to the debug adapter broke.'));

  const request: DapClient['request'] = <Body>(command: string, args: object, deadlineMs: number) =>
    new Promise<Result<Body | undefined, DebugError>>((resolve) => {
      if (closedBecause !== undefined) return resolve(err({ code: 'QUERY_FAILED', message: closedBecause }));
      const own = sequence + 1;
      const timer = setTimeout(() => {
        waiters.delete(own);
        const message = `The debugger did not answer ${command} within ${deadlineMs} ms.`;
        resolve(err({ code: 'TIMEOUT', message }));
      }, deadlineMs);
      const settle = (response: DebugProtocol.Response | undefined): void => {
        clearTimeout(timer);
        if (response === undefined) resolve(err({ code: 'QUERY_FAILED', message: closedBecause ?? 'It is closed.' }));
        else if (response.success) resolve(ok(response.body as Body | undefined));
        else resolve(err({ code: 'QUERY_FAILED', message: problemOf(response) }));
      };
      waiters.set(own, { settle });
      send({ type: 'request', command, arguments: args });
    });

  return {
    request,
    capabilities: () => capabilities,
    initialize: async (args, deadlineMs) => {
      const answered = await request<DebugProtocol.Capabilities>('initialize', args, deadlineMs);
      if (!answered.ok) return answered;
      capabilities = answered.value ?? {};
      return ok(undefined);
    },
    onEvent: (listener) => listeners.push(listener),
    onReverse: (handler) => {
      answerReverseRequest = handler;
    },
    isClosed: () => closedBecause !== undefined,
    close,
  };
};

/** Adapters put the error text into the message, or into a body meant for a dialog. */
const problemOf = (response: DebugProtocol.Response): string => {
  const error = (response.body as DebugProtocol.ErrorResponse['body'] | undefined)?.error;
  const format = error?.format?.replace(/\{(\w+)\}/g, (whole, name: string) => error.variables?.[name] ?? whole);
  return format ?? response.message ?? `The debugger refused ${response.command}.`;
};
