import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { RELAY_HEADER } from '../../relay-header.ts';
import { eventsOf } from './events.ts';

/** The endpoint of a running gateway. */
export interface GatewayHttp {
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

export function createGatewayHttp(url: string, token: string | undefined): GatewayHttp {
  const agent = new Agent({ keepAlive: true });
  const common: OutgoingHttpHeaders = {
    accept: 'application/json, text/event-stream',
    [RELAY_HEADER]: 'stdio',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const open = (method: string, headers: OutgoingHttpHeaders, signal: AbortSignal, body?: string): Posted => {
    const req = request(url, { method, agent, signal, headers: { ...common, ...headers } });
    const sent = new Promise<void>((resolve) => {
      req.once('finish', resolve);
      req.once('close', resolve);
    });
    const response = new Promise<GatewayResponse>((resolve, reject) => {
      req.on('error', reject);
      req.once('response', (res) => {
        resolve({ status: res.statusCode ?? 0, headers: res.headers, messages: messagesOf(res) });
      });
    });
    req.end(body);
    return { sent, response };
  };
  return {
    post: (body, headers, signal) => open('POST', { 'content-type': 'application/json', ...headers }, signal, body),
    get: (headers, signal) => open('GET', headers, signal).response,
    delete: (headers, signal) => open('DELETE', headers, signal).response,
    close: () => agent.destroy(),
  };
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
