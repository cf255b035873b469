import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { isJsonObject } from '@toolmark/annotations';
import { isParseError } from './explain.ts';
import type { WireProblem } from './problem.ts';

/** Facts about the transport under a tap. */
export interface TapOptions {
  /** Whether silence means an older server (a pipe) rather than an outage (a network). */
  readonly isPipe: boolean;
  /** Errors after which no answer can arrive. */
  readonly isFatal: (error: Error) => boolean;
}

/**
 * Sits between the SDK's client and a transport, and captures the results of `tools/list` before the SDK validates
 * them. The SDK rejects a whole list for one hint that is a string, and drops unknown keys.
 *
 * Must not be frozen or sealed: the SDK replaces `start` on the transport while it negotiates.
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
    // The SDK recognizes a pipe by these two members, and only on a pipe does it fall back to the older era on silence.
    if (options.isPipe) Object.assign(this, { stderr: null, pid: null });
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  /** Whether the server answered `server/discover` with a result, even too late for the SDK. */
  get discovered(): boolean {
    return this.#discovered;
  }

  /** Whether the server ended the response to a request without an answer. */
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
    const message = 'The server sent something that is not a JSON-RPC message; clients may close the connection.';
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
    // An HTTP response may end without an answer. The SDK would wait for its timeout.
    const onRequestStreamEnd = () => {
      if (!this.#pending.has(id)) return;
      this.#unanswered = true;
      this.onclose?.();
    };
    await this.#inner.send(message, { ...options, onRequestStreamEnd });
  }

  async close(): Promise<void> {
    // The SDK sometimes closes without awaiting, so a rejection here would be unhandled.
    await this.#inner.close().catch(() => {});
  }

  #observe<Message extends JSONRPCMessage>(message: Message): Message {
    if ('method' in message || !('id' in message) || message.id === undefined) return message;
    // Some servers send a numeric id back as text; the SDK accepts that, so this does too.
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

/** A list that is valid in both eras. */
export const EMPTY_LIST: Readonly<Record<string, unknown>> = Object.freeze({
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  tools: [],
});
