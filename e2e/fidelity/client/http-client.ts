import { type Era, LEGACY_VERSION, MODERN_VERSION } from '../fixtures/answer.ts';
import type { JsonObject } from '../fixtures/json.ts';
import {
  initializeParams,
  paramsFor,
  type RawClient,
  type RawReply,
  REQUEST_TIMEOUT_MS,
  replyIn,
} from './raw-client.ts';
import { createSseEvents } from './sse-events.ts';

type Headers = Readonly<Record<string, string>>;

/** A client of streamable HTTP: with a session in the legacy era, with independent requests in the modern one. */
export async function createHttpClient(url: string, era: Era, extra: Headers = {}): Promise<RawClient> {
  let nextId = 1;
  let session: Headers = {};

  async function post(body: JsonObject, headers: Headers): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...extra,
        ...session,
        ...headers,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  }

  async function send(method: string, params: JsonObject): Promise<RawReply & { readonly response: Response }> {
    const id = nextId++;
    const response = await post(
      { jsonrpc: '2.0', id, method, params },
      era === 'modern' ? mirrored(method, params) : {},
    );
    const text = await response.text();
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const candidates = isStream
      ? createSseEvents()(`${text}\n\n`)
          .map(({ data }) => data)
          .filter((data) => data !== '')
      : [text];
    for (const candidate of candidates) {
      const reply = candidate.startsWith('{') ? replyIn(candidate, id) : undefined;
      if (reply !== undefined) return { ...reply, response };
    }
    throw new Error(`HTTP ${response.status} without a response: ${text.slice(0, 200)}`);
  }

  if (era === 'legacy') {
    const { response, message } = await send('initialize', initializeParams);
    if (message['result'] === undefined) throw new Error(`initialize was refused: ${JSON.stringify(message['error'])}`);
    const id = response.headers.get('mcp-session-id');
    session = { 'mcp-protocol-version': LEGACY_VERSION, ...(id !== null && { 'mcp-session-id': id }) };
    const accepted = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, {});
    await accepted.arrayBuffer();
  }
  return {
    era,
    request: (method, params) => send(method, paramsFor(era, params)),
    async close() {
      if (session['mcp-session-id'] === undefined) return;
      const response = await fetch(url, { method: 'DELETE', headers: { ...extra, ...session } });
      await response.arrayBuffer();
    },
  };
}

/** The headers of 2026-07-28, which repeat values of the body. */
function mirrored(method: string, params: JsonObject): Headers {
  const name = params['name'] ?? params['uri'];
  return {
    'mcp-protocol-version': MODERN_VERSION,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
  };
}

function headerValue(value: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value;
  return `=?base64?${Buffer.from(value).toString('base64')}?=`;
}
