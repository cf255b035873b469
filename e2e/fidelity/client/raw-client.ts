import { type Era, LEGACY_VERSION, MODERN_VERSION } from '../fixtures/answer.ts';
import { isObject, type JsonObject } from '../fixtures/json.ts';

/** A response as it came: the text of the message, and the same parsed. */
export interface RawReply {
  readonly text: string;
  readonly message: JsonObject;
}

/** A client that looks at messages as they are. An SDK would parse, and hide or repair what is to be seen. */
export interface RawClient {
  readonly era: Era;
  /** Sends a request and waits for its response, an error response included. Rejects when there is none in time. */
  readonly request: (method: string, params?: JsonObject) => Promise<RawReply>;
  readonly close: () => Promise<void>;
}

/** Long enough for 5 MB through two processes on a busy machine. */
export const REQUEST_TIMEOUT_MS = 30_000;

const clientInfo = { name: 'fidelity', version: '1.0.0' };

export const initializeParams: JsonObject = { protocolVersion: LEGACY_VERSION, capabilities: {}, clientInfo };

/** The params of a request in this era; the newer one carries an envelope in every request. */
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

/** Waits for responses by id; for transports where requests and responses travel apart. */
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
