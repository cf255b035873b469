import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type DebugError, ERROR_CODES, type ErrorCode } from '../../../errors.ts';
import { err, ok, type Result } from '../../../result.ts';

/** An event that a helper sends unprompted. */
export type HelperEvent =
  | { readonly event: 'arrived'; readonly id: string; readonly thread: number; readonly hits: number }
  | { readonly event: 'passed'; readonly id: string; readonly hits: number }
  | { readonly event: 'conditionFailed'; readonly id: string; readonly hits: number; readonly message: string }
  | {
      readonly event: 'traced';
      readonly id: string;
      readonly thread: number;
      readonly message: string;
      readonly hits: number;
    }
  | { readonly event: 'evaluated'; readonly token: number; readonly result?: unknown; readonly error?: DebugError };

/** The channel to our own code inside the debuggee or its debugger (helpers/common/channel.py). */
export interface HelperChannel {
  readonly port: number;
  /** Clients must send it first, because every process on the machine can connect to the port. */
  readonly token: string;
  readonly whenConnected: (deadlineMs: number) => Promise<Result<void, DebugError>>;
  /** The answer has the contract's shape and is not validated, because both ends are our code. */
  readonly call: <Value>(method: string, params: object, deadlineMs: number) => Promise<Result<Value, DebugError>>;
  readonly close: () => void;
}

type Reply = { readonly id: number; readonly result?: unknown; readonly error?: DebugError };

export const createHelperChannel = async (onEvent: (event: HelperEvent) => void): Promise<HelperChannel> => {
  const token = randomBytes(24).toString('hex');
  const waiters = new Map<number, (reply: Reply | undefined) => void>();
  const connected = Promise.withResolvers<void>();
  let peer: Socket | undefined;
  let next = 0;

  const receive = (line: string): void => {
    // Both ends are our code, and the peer has proved it with the token.
    const message = JSON.parse(line) as Reply | HelperEvent;
    if ('event' in message) onEvent(message);
    else {
      waiters.get(message.id)?.(message);
      waiters.delete(message.id);
    }
  };
  const acceptConnection = (socket: Socket): void => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
    lines.on('error', () => undefined);
    let isKnown = false;
    lines.on('line', (line) => {
      if (isKnown) return receive(line);
      isKnown = peer === undefined && hasToken(line, token);
      if (!isKnown) return void socket.destroy();
      peer = socket;
      connected.resolve();
    });
    socket.on('close', () => {
      if (socket !== peer) return;
      for (const settle of waiters.values()) settle(undefined);
      waiters.clear();
    });
  };
  const server = createServer(acceptConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    token,
    whenConnected: async (deadlineMs) => {
      const timer = setTimeout(() => connected.resolve(), deadlineMs);
      await connected.promise;
      clearTimeout(timer);
      server.close();
      if (peer !== undefined) return ok(undefined);
      return err({ code: 'TIMEOUT', message: `The debugger's helper did not report within ${deadlineMs} ms.` });
    },
    call: <Value>(method: string, params: object, deadlineMs: number) =>
      new Promise<Result<Value, DebugError>>((resolve) => {
        const socket = peer;
        if (socket === undefined || socket.destroyed) return resolve(err(gone));
        next += 1;
        const id = next;
        const timer = setTimeout(() => {
          waiters.delete(id);
          socket.write(`${JSON.stringify({ cancel: id })}\n`);
          resolve(err({ code: 'TIMEOUT', message: `The debuggee did not answer within ${deadlineMs} ms.` }));
        }, deadlineMs);
        waiters.set(id, (reply) => {
          clearTimeout(timer);
          if (reply === undefined) resolve(err(gone));
          else if (reply.error !== undefined) resolve(err(toDebugError(reply.error)));
          else resolve(ok(reply.result as Value));
        });
        socket.write(`${JSON.stringify({ id, method, params })}\n`);
      }),
    close: () => {
      server.close();
      peer?.destroy();
    },
  };
};

const gone: DebugError = { code: 'QUERY_FAILED', message: 'The debuggee is no longer connected.' };

export const toDebugError = (error: DebugError): DebugError => {
  const code: ErrorCode = ERROR_CODES.find((known) => known === error.code) ?? 'QUERY_FAILED';
  return { code, message: error.message, details: error.details };
};

const hasToken = (line: string, token: string): boolean => {
  const said = Buffer.from(/"hello": ?"([0-9a-f]+)"/.exec(line)?.[1] ?? '');
  const wanted = Buffer.from(token);
  return said.length === wanted.length && timingSafeEqual(said, wanted);
};
