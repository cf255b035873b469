import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { isJsonObject } from '@toolmark/annotations';
import { isParseError } from './explain.ts';
import type { WireProblem } from './problem.ts';

/** What a tap must know about the transport it sits on. */
export interface TapOptions {
  /** Whether silence means an older server (a pipe) rather than an outage (a network). */
  readonly isPipe: boolean;
  /** Errors after which no answer can come any more. */
  readonly isFatal: (error: Error) => boolean;
}

/**
 * Sits between the SDK's client and a transport and takes the results of `tools/list` out of the stream before the SDK
 * checks them. The SDK refuses a whole list for one hint that is a string, and drops every key it does not know.
 *
 * Not frozen and not sealed: the SDK replaces `start` on the transport while it negotiates.
 */
export class Tap implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly hasPerRequestStream: boolean;

  readonly #inner: Transport;
  readonly #isFatal: (error: Error) => boolean;
  readonly #pending = new Map<RequestId, string>();
  #listResult: unknown;
  #invalid = 0;
  #discovered = false;
  #unanswered = false;

  constructor(inner: Transport, options: TapOptions) {
    this.#inner = inner;
    this.#isFatal = options.isFatal;
    this.hasPerRequestStream = inner.hasPerRequestStream === true;
    // The SDK knows a pipe by these two members, and falls back to the older era on silence only on a pipe.
    if (options.isPipe) Object.assign(this, { stderr: null, pid: null });
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  /** Whether the server has answered `server/discover` with a result, be it too late for the SDK. */
  get discovered(): boolean {
    return this.#discovered;
  }

  /** Whether the server ended the answer to a request without having answered it. */
  get unanswered(): boolean {
    return this.#unanswered;
  }

  /** The result of the last `tools/list`, as it arrived. */
  takeListResult(): unknown {
    const result = this.#listResult;
    this.#listResult = undefined;
    return result;
  }

  problems(): readonly WireProblem[] {
    if (this.#invalid === 0) return [];
    const message = 'The server sent something that is no JSON-RPC message; a client may hang up on it.';
    return [{ kind: 'invalid-message', message, count: this.#invalid }];
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => this.onmessage?.(this.#observe(message), extra);
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => {
      if (isParseError(error)) this.#invalid++;
      this.onerror?.(error);
      if (this.#isFatal(error)) this.onclose?.();
    };
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message && 'id' in message)) return this.#inner.send(message, options);
    const { id, method } = message;
    this.#pending.set(id, method);
    // Over HTTP an answer may end without an answer in it. The SDK would wait for its timeout.
    const onRequestStreamEnd = () => {
      if (!this.#pending.has(id)) return;
      this.#unanswered = true;
      this.onclose?.();
    };
    await this.#inner.send(message, { ...options, onRequestStreamEnd });
  }

  async close(): Promise<void> {
    // The SDK closes without waiting in places, so a rejection here would be an unhandled one.
    await this.#inner.close().catch(() => {});
  }

  #observe<Message extends JSONRPCMessage>(message: Message): Message {
    if ('method' in message || !('id' in message) || message.id === undefined) return message;
    // Some servers answer a number with the same number as text; the SDK accepts that, and so does this.
    const id = this.#pending.has(message.id) ? message.id : Number(message.id);
    const method = this.#pending.get(id);
    this.#pending.delete(id);
    if (!('result' in message)) return message;
    if (method === 'server/discover' && isJsonObject(message.result)) {
      this.#discovered ||= Array.isArray(message.result['supportedVersions']);
    }
    if (method !== 'tools/list') return message;
    this.#listResult = message.result;
    return { ...message, result: EMPTY_LIST };
  }
}

/** A list that passes every check of both eras. */
export const EMPTY_LIST: Readonly<Record<string, unknown>> = Object.freeze({
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  tools: [],
});
