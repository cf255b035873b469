import { type Era, LEGACY_VERSION, MODERN_VERSION } from '../fixtures/answer.ts';
import { isObject, type JsonObject } from '../fixtures/json.ts';

/** A raw response: the text of the message, and its parsed form. */
export interface RawReply {
  readonly text: string;
  readonly message: JsonObject;
}

/** A client that shows messages as received. An SDK would parse them, and hide or repair faults. */
export interface RawClient {
  readonly era: Era;
  /** Sends a request and waits for its response, including error responses. Rejects after a timeout. */
  readonly request: (method: string, params?: JsonObject) => Promise<RawReply>;
  readonly close: () => Promise<void>;
}

/** Long enough for 5 MB through two processes on a busy machine. */
export const REQUEST_TIMEOUT_MS = 30_000;

const clientInfo = { name: 'fidelity', version: '1.0.0' };

export const initializeParams: JsonObject = { protocolVersion: LEGACY_VERSION, capabilities: {}, clientInfo };

/** The params of a request in this era; the modern one adds an envelope to every request. */
export function paramsFor(era: Era, params: JsonObject = {}): JsonObject {
  if (era === 'legacy') return params;
  return {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
}

/** The message in this text if it is the response to `id`. */
export function replyIn(text: string, id: number): RawReply | undefined {
  const message: unknown = JSON.parse(text);
  return isObject(message) && message['id'] === id && message['method'] === undefined ? { text, message } : undefined;
}

/** Matches responses to requests by id, for transports on which they travel separately. */
export function createWaiting(): {
  readonly wait: (id: number, send: () => void | Promise<void>) => Promise<RawReply>;
  readonly hear: (text: string) => void;
  readonly fail: (reason: string) => void;
} {
  const waiting = new Map<number, { resolve: (reply: RawReply) => void; reject: (error: Error) => void }>();
  return {
    wait(id, send) {
      const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
      const timer = setTimeout(() => reject(new Error(`no response in ${REQUEST_TIMEOUT_MS} ms`)), REQUEST_TIMEOUT_MS);
      waiting.set(id, { resolve, reject });
      void Promise.resolve(send()).catch(reject);
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(id);
      });
    },
    hear(text) {
      const message: unknown = JSON.parse(text);
      if (!isObject(message) || typeof message['id'] !== 'number' || message['method'] !== undefined) return;
      waiting.get(message['id'])?.resolve({ text, message });
    },
    fail(reason) {
      for (const { reject } of waiting.values()) reject(new Error(reason));
    },
  };
}
