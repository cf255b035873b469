import {
  type Era,
  envelope,
  INITIALIZE_PARAMS,
  INITIALIZED,
  type Message,
  type RawClient,
  type Reply,
} from './raw-client.ts';

/** Matches answers that arrive on one stream in any order: over stdio, and over HTTP+SSE. */
export interface MessageRouter {
  /** Handles the text of one received message. */
  receive(text: string): void;
  /** Fails all pending requests, because the peer is gone. */
  fail(reason: Error): void;
  readonly request: RawClient['request'];
  /** The legacy handshake; does nothing in the modern era. */
  handshake(): Promise<void>;
}

export function createMessageRouter(era: Era, send: (text: string) => Promise<void> | void): MessageRouter {
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let gone: Error | undefined;
  const request: RawClient['request'] = async (method, params) => {
    if (gone !== undefined) throw gone;
    const id = ++lastId;
    const reply = new Promise<Reply>((resolve, reject) => waiting.set(id, { resolve, reject }));
    try {
      // Await both at once: the answer may arrive before the acknowledgement, and a failed post has no answer.
      const [answer] = await Promise.all([reply, send(JSON.stringify(envelope(era, id, method, params)))]);
      return answer;
    } finally {
      waiting.delete(id);
    }
  };
  return {
    request,
    receive: (text) => {
      const id = responseId(text);
      if (id === undefined) return;
      waiting.get(id)?.resolve({ bytes: Buffer.byteLength(text), message: () => JSON.parse(text) as Message });
    },
    fail: (reason) => {
      gone = reason;
      for (const { reject } of waiting.values()) reject(reason);
    },
    handshake: async () => {
      if (era === 'modern') return;
      const { error } = (await request('initialize', INITIALIZE_PARAMS)).message();
      if (error !== undefined) throw new Error(`initialize: ${error.message}`);
      await send(INITIALIZED);
    },
  };
}

/**
 * The id of a response; `undefined` for other messages. Serialisers put it first or last, and looking there avoids
 * parsing a list of 10,000 tools during the measurement.
 */
function responseId(text: string): number | undefined {
  const found =
    /^\{"jsonrpc":"2\.0","id":(\d+),"(?:result|error)"/.exec(text.slice(0, 64)) ??
    /"id":(\d+)\}$/.exec(text.slice(-32));
  if (found !== null) return Number(found[1]);
  const message = JSON.parse(text) as Message;
  return message.method === undefined ? message.id : undefined;
}
