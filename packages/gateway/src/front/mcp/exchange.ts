import type { ServerResponse } from 'node:http';
import { failed, type JsonObject, type RpcError, type RpcId, type RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import type { McpFrontDeps } from './deps.ts';
import type { EventStream, EventStreams } from './event-stream.ts';
import { replyText, resultHead, sendReply } from './http-reply.ts';
import { bug } from './incident.ts';

export interface ExchangeOptions {
  readonly statusOf: (error: RpcError) => number;
  /** Whether this client can read an event stream; if not, notifications are left out. */
  readonly streams: boolean;
  /** Whether the end of the connection cancels the request. */
  readonly cancelOnClose: boolean;
}

/** What all exchanges of a front have in common. */
export interface ExchangeContext extends Pick<McpFrontDeps, 'log' | 'newId'> {
  readonly streams: EventStreams;
  readonly onDone: (exchange: Exchange) => void;
}

/**
 * One request and its response. The response is plain JSON; it becomes an event stream the moment something has to be
 * said before the answer. A class, because one is made for every call.
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

  /** Made on first use: a controller for every call would cost more than the look-up of the tool. */
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

  /** A message of ours on the stream. `false` if it cannot reach the client. */
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
      this.#write(failed(bug(this.#context, error)));
    }
  }

  /** Ends the work behind it. The answer is still due. */
  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }

  /** Ends the work and the response, without an answer: the client has said that it does not want one. */
  cancel(): void {
    if (this.#done) return;
    this.abort();
    // An empty stream: nothing is answered, and yet the client's connection is free again.
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

/** Lets the core answer. It says that it never fails; should it do so, the client still gets an answer. */
export function answer(
  deps: Pick<McpFrontDeps, 'core' | 'log' | 'newId'>,
  exchange: Pick<Exchange, 'finish'>,
  { method, params = {} }: { readonly method: string; readonly params?: JsonObject },
  caller: Caller,
): void {
  const onBug = (error: unknown): void => exchange.finish(failed(bug(deps, error)));
  try {
    deps.core.handle(method, params, caller).then((reply) => exchange.finish(reply), onBug);
  } catch (error) {
    onBug(error);
  }
}
