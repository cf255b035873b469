import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { RELAY_HEADER } from '../../request-headers.ts';
import { eventsOf } from './events.ts';

/** Where a gateway is, and what opens it. */
export interface GatewayPlace {
  /** Its endpoint, `http://127.0.0.1:7420/mcp`. */
  readonly url: string;
  readonly token: string | undefined;
}

/** Asks for the place of the gateway, which may be another one after a restart; `undefined` while there is none. */
export type LocateGateway = () => Promise<GatewayPlace | undefined>;

/** The endpoint of a running gateway. */
export interface GatewayHttp {
  /** Where it was last. */
  readonly url: () => string;
  /** Sends one message. `sent` resolves when it is on its way, so that the next one cannot overtake it. */
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
  /** The messages in it, as they come. Ends with an error if the gateway goes away before its end. */
  readonly messages: AsyncIterable<string>;
}

interface Sending {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly signal: AbortSignal;
  readonly body?: string;
}

/**
 * Talks to the gateway at a place for as long as it is there. Once it is not, nothing is sent before the gateway has been
 * found again: whoever listens there now is not to get the token.
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
        // It may have been started anew, with another token.
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
      // Nobody has seen it, so it may be sent once more.
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
  // A line is a message; newlines of JSON stand between its tokens, never inside a string.
  if (text !== '') yield text.replaceAll(/[\r\n]+/g, ' ');
}
