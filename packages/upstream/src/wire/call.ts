import { type JsonObject, LONGEST_TIMER_MS, type RpcReply } from '@toolmark/base';
import type { Exchange } from '../connection.ts';

/** What ends a call before it was answered. */
export type CallEnd = 'cancelled' | 'silent' | 'overdue';

/**
 * A request under way. It listens to its signal itself and shares its functions with all others, because there is one of
 * these for every call.
 */
export class Call {
  readonly id: number;
  readonly method: string;
  /** As the caller gave them. */
  readonly params: JsonObject | undefined;
  readonly exchange: Exchange;
  /** What the carrier keeps about it. */
  carriage: { readonly abandon: () => void } | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (reply: RpcReply) => void;
  readonly #onEnd: (call: Call, end: CallEnd) => void;
  readonly #startedAt: number;
  #timer: NodeJS.Timeout | undefined;
  /** Questions of the server that are open on its behalf. */
  #holds: number;
  #isOver: boolean;

  constructor(
    id: number,
    method: string,
    params: JsonObject | undefined,
    exchange: Exchange,
    resolve: (reply: RpcReply) => void,
    onEnd: (call: Call, end: CallEnd) => void,
  ) {
    this.id = id;
    this.method = method;
    this.params = params;
    this.exchange = exchange;
    this.carriage = undefined;
    this.#signal = exchange.signal;
    this.#resolve = resolve;
    this.#onEnd = onEnd;
    this.#startedAt = performance.now();
    this.#timer = undefined;
    this.#holds = 0;
    this.#isOver = false;
    if (exchange.maxTimeoutMs <= exchange.timeoutMs) this.#wait(exchange.maxTimeoutMs, 'overdue');
    else this.#wait(exchange.timeoutMs, 'silent');
    this.#signal?.addEventListener('abort', this);
  }

  /** Called by the signal. */
  handleEvent(): void {
    this.expire('cancelled');
  }

  /** Something was heard, so the silence starts anew; the time for all of it does not. */
  restart(): void {
    if (this.#holds > 0) return;
    if (this.#left() > this.exchange.timeoutMs) this.#timer?.refresh();
    else this.#waitForAll();
  }

  /** The server asked something and waits for a person now: its silence is not its own. */
  hold(): void {
    if (++this.#holds === 1) this.#waitForAll();
  }

  /** It has its answer, so the silence starts anew. */
  release(): void {
    if (--this.#holds > 0 || this.#isOver) return;
    if (this.#left() <= this.exchange.timeoutMs) return;
    clearTimeout(this.#timer);
    this.#wait(this.exchange.timeoutMs, 'silent');
  }

  expire(end: CallEnd): void {
    this.#onEnd(this, end);
  }

  /** Hands over the reply and lets go of everything. Called once. */
  finish(reply: RpcReply): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
    this.#resolve(reply);
  }

  #left(): number {
    return Math.max(0, this.#startedAt + this.exchange.maxTimeoutMs - performance.now());
  }

  #waitForAll(): void {
    clearTimeout(this.#timer);
    this.#wait(this.#left(), 'overdue');
  }

  #wait(ms: number, end: CallEnd): void {
    if (ms === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(expire, Math.min(ms, LONGEST_TIMER_MS), this, end);
  }
}

function expire(call: Call, end: CallEnd): void {
  call.expire(end);
}
