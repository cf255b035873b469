import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { isJsonObject } from '@toolmark/annotations';
import { failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import { eventsOf } from '../../front/mcp/stdio/join/events.ts';

/** The client's name in sessions, calls and questions. */
const CLIENT_NAME = 'toolmark-demo';

/** A revision with a handshake and an explicit end, so that the demo has a session of its own. */
const REVISION = '2025-11-25';

/** The timeout of requests for which no person is asked. */
const PATIENCE_MS = 30_000;
/** The deadline for ending the session. Otherwise the gateway ends it after the idle timeout. */
const GOODBYE_MS = 5_000;

/** An MCP client of the gateway's own endpoint, which is treated like any other. */
export interface McpClient {
  /** The id of the protocol session. */
  readonly session: string;
  /** Rejects if there is no answer. */
  readonly callTool: (name: string, args: JsonObject, options: CallOptions) => Promise<RpcReply>;
  /** Ends the session. Never rejects. */
  readonly close: () => Promise<void>;
}

export interface McpClientOptions {
  /** The endpoint: `http://127.0.0.1:7420/mcp`. */
  readonly url: string;
  readonly token: string | undefined;
  readonly version: string;
  readonly signal: AbortSignal;
}

interface CallOptions {
  readonly signal: AbortSignal;
  /** The deadline for the answer, including the time for a person's approval. */
  readonly patienceMs: number;
}

/**
 * Connects without the capability to answer questions, so that they go to the page and the command line.
 *
 * @example
 * const client = await connectClient({ url, token, version: '1.0.0', signal });
 * await client.callTool('demo__list_notes', {}, { signal, patienceMs: 30_000 });
 */
export async function connectClient({ url, token, version, signal }: McpClientOptions): Promise<McpClient> {
  const agent = new Agent({ keepAlive: true });
  const common = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const send = (method: string, headers: OutgoingHttpHeaders, body: string | undefined, until: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(url, { method, agent, signal: until, headers: { ...common, ...headers } }, resolve);
      sent.on('error', reject);
      sent.end(body);
    });
  let lastId = 0;
  const ask = async (method: string, params: JsonObject, headers: OutgoingHttpHeaders, until: AbortSignal) => {
    const id = ++lastId;
    const response = await send('POST', headers, JSON.stringify({ jsonrpc: '2.0', id, method, params }), until);
    return { response, reply: await replyIn(response, id) };
  };

  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const hello = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: CLIENT_NAME, version } };
    const { response, reply } = await ask('initialize', hello, {}, until);
    const session = response.headers['mcp-session-id'];
    if (reply.kind === 'error') throw new Error(reply.error.message);
    if (typeof session !== 'string') throw new Error('The gateway opened no session.');
    const headers = { 'mcp-session-id': session, 'mcp-protocol-version': REVISION };
    const ready = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    (await send('POST', headers, ready, until)).resume();
    return {
      session,
      callTool: async (name, args, { signal: given, patienceMs }) => {
        const end = AbortSignal.any([given, AbortSignal.timeout(patienceMs)]);
        return (await ask('tools/call', { name, arguments: args }, headers, end)).reply;
      },
      close: async () => {
        const left = await send('DELETE', headers, undefined, AbortSignal.timeout(GOODBYE_MS)).catch(() => undefined);
        left?.resume();
        agent.destroy();
      },
    };
  } catch (error) {
    agent.destroy();
    throw error;
  }
}

/** The answer to one request, as JSON or on an event stream. */
async function replyIn(response: IncomingMessage, id: number): Promise<RpcReply> {
  for await (const text of messagesIn(response)) {
    const message: unknown = JSON.parse(text);
    if (!isJsonObject(message)) continue;
    const { error, result: value } = message;
    // An error before the request was parsed has no id.
    if (isJsonObject(error) && (message['id'] === id || message['id'] == null))
      return failed({ code: Number(error['code']), message: String(error['message']) });
    if (isJsonObject(value) && message['id'] === id) return result(value);
  }
  throw new Error(`The gateway answered with status ${response.statusCode} and nothing else.`);
}

async function* messagesIn(response: IncomingMessage): AsyncGenerator<string> {
  const { 'content-type': type = '' } = response.headers;
  if (type.startsWith('text/event-stream')) return yield* eventsOf(response);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (type.startsWith('application/json')) yield Buffer.concat(chunks).toString('utf8');
}
