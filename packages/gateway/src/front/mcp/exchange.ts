import type { ServerResponse } from 'node:http';
import { createPassingMap, failed, type JsonObject, type RpcError, type RpcId, type RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import type { McpFrontDeps } from './deps.ts';
import type { EventStream, EventStreams } from './event-stream.ts';
import { replyText, resultHead, sendReply } from './http-reply.ts';
import { reportBug } from './incident.ts';

export interface ExchangeOptions {
  readonly statusOf: (error: RpcError) => number;
  /** Whether the client can read an event stream; if not, notifications are dropped. */
  readonly streams: boolean;
  /** Whether the end of the connection cancels the request. */
  readonly cancelOnClose: boolean;
}

/** Shared by all exchanges of a front. */
export interface ExchangeContext extends Pick<McpFrontDeps, 'log' | 'newId'> {
  readonly streams: EventStreams;
  readonly onDone: (exchange: Exchange) => void;
}

/**
 * One request and its response. The response is plain JSON, and becomes an event stream when a message has to be sent before the answer.
 * A class, because one is created for every call.
 */
export class Exchange {
  readonly id: RpcId;
  readonly #res: ServerResponse;
  readonly #options: ExchangeOptions;
  readonly #context: ExchangeContext;
  readonly #onEnd: (() => void) | undefined;
  #stream: EventStream | undefined;
  #controller: AbortController | undefined;
  #aborted = false;
  #done = false;

  constructor(
    context: ExchangeContext,
    id: RpcId,
    res: ServerResponse,
    options: ExchangeOptions,
    onEnd: (() => void) | undefined,
  ) {
    this.id = id;
    this.#context = context;
    this.#res = res;
    this.#options = options;
    this.#onEnd = onEnd;
  }

  /** Created on first use: a controller costs more than the look-up of the tool, and few calls need it. */
  get signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    this.#controller = new AbortController();
    const res = this.#res;
    if (this.#options.cancelOnClose) {
      if (res.destroyed) this.#aborted = true;
      else res.once('close', () => this.#done || this.abort());
    }
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Sends a message on the stream. `false` if it cannot reach the client. */
  send(json: string): boolean {
    if (this.#done || this.#res.destroyed || !this.#options.streams) return false;
    this.#stream ??= this.#context.streams.open(this.#res);
    return this.#stream.send(json);
  }

  /** Answers. A second answer is ignored. */
  finish(reply: RpcReply): void {
    if (this.#done) return;
    this.#end();
    try {
      this.#write(reply);
    } catch (error) {
      this.#write(failed(reportBug(this.#context, error)));
    }
  }

  /** Aborts the work on the request, which is still to be answered. */
  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }

  /** Aborts the work and ends the response without an answer, because the client has cancelled the request. */
  cancel(): void {
    if (this.#done) return;
    this.abort();
    // An empty stream answers nothing, but lets the client use the connection again.
    if (!this.#res.destroyed) this.#stream ??= this.#context.streams.open(this.#res);
    this.#end();
    this.#stream?.end();
  }

  #end(): void {
    this.#done = true;
    this.#context.onDone(this);
    this.#onEnd?.();
  }

  #write(reply: RpcReply): void {
    if (this.#res.destroyed) return;
    if (this.#stream === undefined) sendReply(this.#res, this.id, reply, this.#options.statusOf);
    else if (reply.kind === 'json') this.#stream.last(resultHead(this.id), reply.json, '}');
    else this.#stream.last(replyText(this.id, reply));
  }
}

/** Lets the core answer. If it fails, which is a bug, the client gets an internal error. */
export function answer(
  deps: Pick<McpFrontDeps, 'core' | 'log' | 'newId'>,
  exchange: Pick<Exchange, 'finish'>,
  { method, params = {} }: { readonly method: string; readonly params?: JsonObject },
  caller: Caller,
): void {
  const onBug = (error: unknown): void => exchange.finish(failed(reportBug(deps, error)));
  try {
    deps.core.handle(method, params, caller).then((reply) => exchange.finish(reply), onBug);
  } catch (error) {
    onBug(error);
  }
}

/** All requests under way. */
export interface Exchanges {
  /** @param principal of a request that belongs to no session */
  readonly open: (
    id: RpcId,
    res: ServerResponse,
    options: ExchangeOptions,
    onEnd?: () => void,
    principal?: string,
  ) => Exchange;
  /** Adds a request whose answer is written elsewhere. The returned function has to be called when it is answered. */
  readonly add: (request: UnderWay, res: ServerResponse) => () => void;
  readonly running: () => number;
  /** Resolves when no request is under way. */
  readonly idle: () => Promise<void>;
  /** Resolves when all answers so far are sent, or their connections are closed. */
  readonly flushed: () => Promise<void>;
  /** Answers all requests under way with this error; given a principal, only its requests that belong to no session. */
  readonly endAll: (error: RpcError, principal?: string) => void;
}

/** A request that has no answer yet. */
export interface UnderWay {
  /** Aborts the work on the request, which is still to be answered. */
  abort(): void;
  /** Answers. A second answer is ignored. */
  finish(reply: RpcReply): void;
}

export function createExchanges({ log, newId }: Pick<McpFrontDeps, 'log' | 'newId'>, streams: EventStreams): Exchanges {
  const running = createPassingMap<UnderWay, string | undefined>();
  // A response may stay open after its request has ended, while a slow client reads a long answer.
  const responses = createPassingMap<ServerResponse, ServerResponse>();
  const waiting: (() => void)[] = [];
  const onDone = (request: UnderWay): void => {
    running.delete(request);
    if (running.size() === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const add = (request: UnderWay, res: ServerResponse, principal?: string): void => {
    running.set(request, principal);
    if (res.closed || responses.get(res) !== undefined) return;
    responses.set(res, res);
    res.once('close', () => responses.delete(res));
  };
  const context: ExchangeContext = { log, newId, streams, onDone };
  return {
    running: running.size,
    idle: () => (running.size() === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    flushed: async () => {
      await Promise.all(responses.keys().map((res) => new Promise((resolve) => res.once('close', resolve))));
    },
    endAll: (error, principal) => {
      for (const [request, whose] of running.entries()) {
        if (principal !== undefined && whose !== principal) continue;
        request.abort();
        request.finish(failed(error));
      }
    },
    add: (request, res) => {
      add(request, res);
      return () => onDone(request);
    },
    open: (id, res, options, onEnd, principal) => {
      const exchange = new Exchange(context, id, res, options, onEnd);
      add(exchange, res, principal);
      return exchange;
    },
  };
}
