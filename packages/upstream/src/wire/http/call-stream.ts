import { failed, LONGEST_TIMER_MS, type RpcError } from '@toolmark/base';
import { ownError, tooLarge, unsentError } from '../../own-error.ts';
import {
  FIRST_RETRY_MS,
  GOODBYE_MS,
  MAX_MESSAGE_BYTES,
  MAX_RESUMES,
  SHORTEST_RETRY_MS,
  USUAL_ANSWER,
} from '../limits.ts';
import {
  createMessageReader,
  isRpcId,
  type MessageReader,
  type MessageSize,
  parseMessages,
  type RpcMessage,
  readRpcError,
} from '../message-reader.ts';
import type { PendingRequest } from '../pending-request.ts';
import { type Body, createBody } from './body.ts';
import type { ResponseHead, ResponseSink } from './client.ts';
import { createEventReader, type EventReader, type ServerSentEvent } from './event-reader.ts';
import { postHeaders, streamHeaders } from './headers.ts';
import { retryDelay } from './retry-delay.ts';
import { type HttpSession, headerContext, isSessionLost, loseSession, noteTrouble, troubleOf } from './session.ts';
import { networkTrouble, type Trouble, troubleReply } from './trouble.ts';

/** The most that is parsed of an error body. */
const MAX_REFUSAL = 64 * 1024;

/** A request over streamable HTTP and its answer: one body, or a stream that may be resumed. */
export class CallStream implements ResponseSink {
  readonly #session: HttpSession;
  readonly #call: PendingRequest;
  #abort: (() => void) | undefined;
  #head: ResponseHead | undefined;
  #events: EventReader | undefined;
  #body: Body | undefined;
  readonly #reader: MessageReader = createMessageReader({
    onMessage: (message, size) => this.#onMessage(message, size),
    onNoise: () => this.#onNoise(),
    onExcess: (_text, excess) => this.#giveUp(excess),
    limitsOf: () => this.#call.exchange.answer ?? USUAL_ANSWER,
  });
  #lastEventId: string | undefined;
  #retryMs = FIRST_RETRY_MS;
  #resumes = 0;
  /** Resumptions since the last message. */
  #idles = 0;
  #isResumed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: HttpSession, call: PendingRequest) {
    this.#session = session;
    this.#call = call;
  }

  post(body: string): void {
    const headers = postHeaders(headerContext(this.#session), this.#call);
    // A subscription stays open as long as the connection, so it must not take a socket from calls.
    const isCall = this.#call.method !== 'subscriptions/listen';
    this.#abort = this.#session.client.send({ method: 'POST', headers, body, isCall }, this);
  }

  /** Closes the stream, which cancels the request in 2026-07-28. */
  abandon(): void {
    clearTimeout(this.#timer);
    this.#abort?.();
  }

  onStart(head: ResponseHead): void {
    this.#head = head;
    this.#events = undefined;
    this.#body = undefined;
    if (!this.#isResumed) {
      this.#session.status = head.status;
      if (this.#call.method === 'initialize' && head.status < 300) this.#session.id = sessionIdOf(head);
    }
    if (head.status < 300 && head.encoding !== undefined) {
      this.#abort?.();
      if (this.#isPending) this.#fail(troubleOf(this.#session, head), head.status);
    } else if (head.status < 300 && head.mediaType === 'text/event-stream') {
      this.#events = createEventReader(
        {
          onEvent: (event) => this.#onEvent(event),
          onRetry: (ms) => this.#onRetry(ms),
          onOverflow: () => this.#onOverflow(),
        },
        MAX_MESSAGE_BYTES,
      );
    } else this.#body = createBody(MAX_MESSAGE_BYTES);
  }

  onData(chunk: Buffer): void {
    if (this.#events !== undefined) this.#events.push(chunk);
    else if (this.#body?.push(chunk) === false) this.#onOverflow();
  }

  onEnd(): void {
    this.#whenRead(() => this.#onRead());
  }

  #onRead(): void {
    clearTimeout(this.#timer);
    if (!this.#isPending) return;
    const { shown } = this.#session;
    if (this.#events !== undefined || this.#head === undefined) {
      this.#interrupted({
        name: 'upstreamDied',
        message: `${shown} ended the stream without an answer.`,
        retryable: true,
      });
    } else if (isSessionLost(this.#session, this.#head.status, undefined)) {
      this.#loseSession(this.#head.status, !this.#isResumed);
    } else if (this.#isResumed) {
      this.#fail({
        name: 'upstreamDied',
        message: `${shown} did not resume the stream of the answer.`,
        retryable: true,
      });
    } else this.#readBody(this.#head);
  }

  onFailure(code: string): void {
    this.#whenRead(() => {
      clearTimeout(this.#timer);
      if (this.#isPending) this.#interrupted(networkTrouble(this.#session.shown, code));
    });
  }

  get #isPending(): boolean {
    return this.#session.mux.pending(this.#call.id) === this.#call;
  }

  #readBody(head: ResponseHead): void {
    const session = this.#session;
    const { status } = head;
    const text = this.#body?.text() ?? '';
    if (status < 300) {
      this.#reader.read(text);
      this.#whenRead(() => {
        if (this.#isPending) this.#fail(troubleOf(session, head), status);
      });
      return;
    }
    // Parse only short error bodies.
    const messages = text.length > MAX_REFUSAL ? undefined : parseMessages(text);
    const error = readRpcError(messages?.[0]?.error);
    // An error with the request's id comes from the MCP server; one without comes from its HTTP layer.
    if (isSessionLost(session, status, messages)) this.#loseSession(status, !isRpcId(messages?.[0]?.id));
    else if (error === undefined || status === 401 || status === 403) this.#fail(troubleOf(session, head), status);
    else session.mux.settle(this.#call, failed(error));
  }

  #onEvent({ name, data, id }: ServerSentEvent): void {
    this.#resumes = 0;
    if (data !== '') this.#idles = 0;
    if (id !== undefined) this.#lastEventId = id === '' ? undefined : id;
    if (name !== 'message' || data === '') return;
    if (this.#reader.waiting() + data.length > MAX_MESSAGE_BYTES) {
      this.#onOverflow();
      return;
    }
    this.#reader.read(data);
    this.#whenRead(() => {
      // The answer ends the stream. If the server leaves it open, close it, or calls would run out of sockets.
      if (!this.#isPending) this.#timer ??= setTimeout(() => this.#abort?.(), GOODBYE_MS).unref();
    });
  }

  #onMessage(message: RpcMessage, size: MessageSize | undefined): void {
    // After the answer, the call has no listener for further messages.
    const origin = this.#isPending ? this.#call : undefined;
    if (!this.#session.mux.receive(message, origin, size)) this.#onNoise();
  }

  /** An unreadable body is reported separately. */
  #onNoise(): void {
    if (this.#events !== undefined) this.#session.noise++;
  }

  /** A long message may still be being parsed. */
  #whenRead(work: () => void): void {
    const busy = this.#reader.busy();
    if (busy === undefined) work();
    else void busy.then(work);
  }

  #onRetry(ms: number): void {
    this.#retryMs = Math.min(Math.max(ms, SHORTEST_RETRY_MS), LONGEST_TIMER_MS);
  }

  #onOverflow(): void {
    this.#giveUp(tooLarge(`${MAX_MESSAGE_BYTES / 1024 ** 2} MiB`));
  }

  #giveUp(error: RpcError): void {
    this.#abort?.();
    this.#session.mux.settle(this.#call, failed(error));
  }

  /** The stream broke off. Legacy servers can resume it. */
  #interrupted(trouble: Trouble): void {
    const isLegacy = this.#session.mux.dialect().era === 'legacy';
    if (!isLegacy || this.#lastEventId === undefined || this.#resumes >= MAX_RESUMES) {
      this.#fail(trouble);
      return;
    }
    this.#resumes++;
    this.#isResumed = true;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (!this.#isPending) return;
        const headers = streamHeaders(headerContext(this.#session), this.#lastEventId);
        this.#abort = this.#session.client.send({ method: 'GET', headers, isCall: true }, this);
      },
      retryDelay(this.#retryMs, this.#idles++, FIRST_RETRY_MS),
    );
  }

  #loseSession(status: number, isUnsent: boolean): void {
    const message = `The server ended the session (HTTP ${status})${isUnsent ? ' before the request was carried out' : ''}.`;
    const error = isUnsent ? unsentError('upstreamUnavailable', message) : ownError('upstreamDied', message);
    this.#session.mux.settle(this.#call, failed(error));
    loseSession(this.#session, status);
  }

  #fail(trouble: Trouble, status?: number): void {
    this.#session.mux.settle(this.#call, troubleReply(trouble, status));
    noteTrouble(this.#session, trouble);
  }
}

function sessionIdOf({ headers }: ResponseHead): string | undefined {
  const id = headers['mcp-session-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
