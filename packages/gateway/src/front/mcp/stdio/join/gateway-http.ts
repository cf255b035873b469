import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { RELAY_HEADER } from '../../request-headers.ts';
import { eventsOf } from './events.ts';

/** The address of a gateway, and the token for it. */
export interface GatewayPlace {
  /** Its endpoint, `http://127.0.0.1:7420/mcp`. */
  readonly url: string;
  readonly token: string | undefined;
}

/** Looks up the place of the gateway, which may change with a restart; `undefined` while none is running. */
export type LocateGateway = () => Promise<GatewayPlace | undefined>;

/** The endpoint of a running gateway. */
export interface GatewayHttp {
  /** The last known address. */
  readonly url: () => string;
  /** Sends one message. `sent` resolves when it was written, so that the next one cannot overtake it. */
  readonly post: (body: string, headers: OutgoingHttpHeaders, signal: AbortSignal) => Posted;
  readonly get: (headers: OutgoingHttpHeaders, signal: AbortSignal) => Promise<GatewayResponse>;
  readonly delete: (headers: OutgoingHttpHeaders, signal: AbortSignal) => Promise<GatewayResponse>;
  readonly close: () => void;
}

interface Posted {
  readonly sent: Promise<void>;
  /** Rejects if the gateway cannot be reached. */
  readonly response: Promise<GatewayResponse>;
}

export interface GatewayResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The messages of the response, as they arrive. Ends with an error if the gateway disconnects before the end. */
  readonly messages: AsyncIterable<string>;
}

interface Sending {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly signal: AbortSignal;
  readonly body?: string;
}

/**
 * Sends requests to the gateway at a place. After a failure, the gateway is looked up again before anything is sent: another program may
 * listen at the old address now, and must not get the token.
 */
export function createGatewayHttp(first: GatewayPlace, locate: LocateGateway): GatewayHttp {
  const agent = new Agent({ keepAlive: true });
  let last = first;
  let isLost = false;
  let finding: Promise<GatewayPlace> | undefined;

  const find = (): Promise<GatewayPlace> => {
    finding ??= locate()
      .then((found) => {
        if (found === undefined) throw new Error('it is not running');
        last = found;
        isLost = false;
        return found;
      })
      .finally(() => {
        finding = undefined;
      });
    return finding;
  };
  const lose = (place: GatewayPlace): void => {
    if (place === last) isLost = true;
  };
  const attempt = (place: GatewayPlace, sending: Sending, onSent: () => void): Promise<GatewayResponse> =>
    new Promise((resolve, reject) => {
      const { method, signal, body } = sending;
      const headers = { ...commonHeaders(place), ...sending.headers };
      const req = request(place.url, { method, agent, signal, headers });
      req.once('finish', onSent);
      req.on('error', (error) => {
        if (!signal.aborted) lose(place);
        reject(error);
      });
      req.once('response', (res) => {
        const { statusCode: status = 0, headers } = res;
        // The gateway may have been restarted with another token.
        if (status === 401) lose(place);
        const messages = watched(messagesOf(res), () => signal.aborted || lose(place));
        resolve({ status, headers, messages });
      });
      req.end(body);
    });
  const send = async (sending: Sending, onSent: () => void): Promise<GatewayResponse> => {
    if (isLost) return attempt(await find(), sending, onSent);
    try {
      return await attempt(last, sending, onSent);
    } catch (error) {
      // The connection was refused, so nothing received the message, and it is safe to send it again.
      if (sending.signal.aborted || !isRefused(error)) throw error;
      return await attempt(await find(), sending, onSent);
    }
  };
  const open = (sending: Sending): Posted => {
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    return { sent, response: send(sending, resolve).finally(resolve) };
  };
  return {
    url: () => last.url,
    post: (body, headers, signal) =>
      open({ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, signal, body }),
    get: (headers, signal) => open({ method: 'GET', headers, signal }).response,
    delete: (headers, signal) => open({ method: 'DELETE', headers, signal }).response,
    close: () => agent.destroy(),
  };
}

const commonHeaders = ({ token }: GatewayPlace): OutgoingHttpHeaders => ({
  accept: 'application/json, text/event-stream',
  [RELAY_HEADER]: 'stdio',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

async function* watched(messages: AsyncIterable<string>, onFailure: () => void): AsyncGenerator<string> {
  try {
    yield* messages;
  } catch (error) {
    onFailure();
    throw error;
  }
}

async function* messagesOf(res: IncomingMessage): AsyncGenerator<string> {
  if (res.headers['content-type']?.startsWith('text/event-stream') === true) {
    yield* eventsOf(res);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of res) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8').trim();
  // Each message is written as one line. In JSON, newlines occur only between tokens, so they can be replaced.
  if (text !== '') yield text.replaceAll(/[\r\n]+/g, ' ');
}
