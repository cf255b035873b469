import { Pool } from 'undici';
import { exchange, type Response } from './exchange.ts';
import {
  type Era,
  envelope,
  INITIALIZE_PARAMS,
  INITIALIZED,
  type Message,
  PROTOCOL_VERSION,
  type RawClient,
  type Reply,
} from './raw-client.ts';
import { allEventData } from './server-sent-events.ts';

/** One connection for each concurrent call, and a spare one; each request has this timeout. */
const CONNECTIONS = 33;
const TIMEOUT_MS = 30_000;

/** A client of streamable HTTP; in the legacy era it has initialized a session. */
export async function connectHttp(
  address: string,
  era: Era,
  extraHeaders: Readonly<Record<string, string>>,
): Promise<RawClient> {
  const { origin, pathname: path } = new URL(address);
  const pool = new Pool(origin, { connections: CONNECTIONS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  let headers: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...extraHeaders,
  };
  let lastId = 0;
  const post = async (body: string, more: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await exchange(pool, { path, method: 'POST', headers: { ...headers, ...more }, body });
    if (response.status < 300) return response;
    throw new Error(`HTTP ${response.status}: ${response.body.subarray(0, 300).toString()}`);
  };
  const request: RawClient['request'] = async (method, params) => {
    const id = ++lastId;
    const more = era === 'legacy' ? {} : routingHeaders(method, params);
    const response = await post(JSON.stringify(envelope(era, id, method, params)), more);
    return toReply(id, response);
  };
  const close = (): Promise<void> => pool.destroy();
  if (era === 'modern') {
    headers = { ...headers, 'mcp-protocol-version': PROTOCOL_VERSION.modern };
    return { request, close };
  }
  try {
    const body = JSON.stringify(envelope(era, ++lastId, 'initialize', INITIALIZE_PARAMS));
    const response = await post(body, {});
    const { error, result } = toReply(lastId, response).message();
    if (error !== undefined) throw new Error(`initialize: ${error.message}`);
    const session = response.headers['mcp-session-id'];
    headers = {
      ...headers,
      'mcp-protocol-version': (result as { readonly protocolVersion: string }).protocolVersion,
      ...(typeof session === 'string' ? { 'mcp-session-id': session } : {}),
    };
    await post(INITIALIZED, {});
  } catch (error) {
    await close();
    throw error;
  }
  return { request, close };
}

function routingHeaders(method: string, params: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const name = params['name'];
  return typeof name === 'string' ? { 'mcp-method': method, 'mcp-name': name } : { 'mcp-method': method };
}

function toReply(id: number, { headers, body }: Response): Reply {
  const streamed = String(headers['content-type']).startsWith('text/event-stream');
  return {
    bytes: body.length,
    message: () => {
      const messages = (streamed ? allEventData(body.toString()) : [body.toString()]).map(
        (text) => JSON.parse(text) as Message,
      );
      const answer = messages.find((message) => message.id === id);
      if (answer === undefined) throw new Error(`no answer to request ${id} in ${messages.length} messages`);
      return answer;
    },
  };
}
