import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { CALL_SOCKETS, MAX_REDIRECTS, SIDE_SOCKETS } from '../limits.ts';
import type { Endpoint } from './endpoint.ts';

/** The head of an HTTP answer. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** In lower case without parameters; empty if missing. */
  readonly mediaType: string;
  readonly headers: IncomingHttpHeaders;
  /** An unrequested content encoding, which makes the body unreadable. */
  readonly encoding?: string;
  /** The target of a redirect that was not followed. */
  readonly redirect?: URL;
}

/** Receives the answer to a request. Not called after an abort. */
export interface ResponseSink {
  readonly onStart: (head: ResponseHead) => void;
  readonly onData: (chunk: Buffer) => void;
  readonly onEnd: () => void;
  /** There is no answer, or it broke off; the code comes from the system or undici. */
  readonly onFailure: (code: string) => void;
}

interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: string[];
  readonly body?: string;
  /** Another path at the same origin. */
  readonly path?: string;
  /** A tool call: may take long, and many may run at once. */
  readonly isCall?: boolean;
}

/** HTTP requests to one origin over pooled sockets. */
export interface HttpClient {
  /** Returns a function that aborts the request. */
  readonly send: (request: HttpRequest, sink: ResponseSink) => () => void;
  /** Aborts all requests. */
  readonly close: () => Promise<void>;
}

export function createHttpClient({ url }: Endpoint): HttpClient {
  // Timeouts are applied by the callers, which know how long a request may take.
  const untimed = { headersTimeout: 0, bodyTimeout: 0 };
  const calls = new Pool(url.origin, { connections: CALL_SOCKETS, pipelining: 1, ...untimed });
  const side = new Pool(url.origin, { connections: SIDE_SOCKETS, pipelining: 1, ...untimed });
  let home = url;
  const onMoved = (to: URL): void => {
    home = to;
  };
  return {
    send: (request, sink) => {
      const pool = request.isCall === true ? calls : side;
      const transfer =
        request.path === undefined
          ? new Transfer(pool, request, home, sink, onMoved)
          : new Transfer(pool, request, new URL(request.path, url), sink);
      return transfer.abort;
    },
    close: async () => {
      await Promise.all([calls.destroy(), side.destroy()]);
    },
  };
}

/** One request and its redirects, which are followed only within the origin because headers may carry credentials. */
class Transfer implements Dispatcher.DispatchHandler {
  readonly #pool: Pool;
  readonly #request: HttpRequest;
  readonly #sink: ResponseSink;
  readonly #onMoved: ((to: URL) => void) | undefined;
  #url: URL;
  #controller: Dispatcher.DispatchController | undefined;
  #next: URL | undefined;
  #redirects = 0;
  #isAborted = false;

  constructor(pool: Pool, request: HttpRequest, url: URL, sink: ResponseSink, onMoved?: (to: URL) => void) {
    this.#pool = pool;
    this.#request = request;
    this.#sink = sink;
    this.#onMoved = onMoved;
    this.#url = url;
    this.#dispatch();
  }

  readonly abort = (): void => {
    this.#isAborted = true;
    this.#controller?.abort(ABORTED);
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isAborted) controller.abort(ABORTED);
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders, statusText = ''): void {
    if (this.#isAborted || status < 200) return;
    const redirect = this.#redirectOf(status, headers.location);
    if (redirect?.origin === this.#url.origin && this.#redirects < MAX_REDIRECTS) {
      if (status === 301 || status === 308) this.#onMoved?.(redirect);
      this.#next = redirect;
      return;
    }
    const mediaType = (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();
    const encoding = headers['content-encoding'];
    this.#sink.onStart({
      status,
      statusText,
      mediaType,
      headers,
      ...(encoding !== undefined && encoding !== '' && encoding !== 'identity' && { encoding }),
      ...(redirect && { redirect }),
    });
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (!this.#isAborted && this.#next === undefined) this.#sink.onData(chunk);
  }

  onResponseEnd(): void {
    if (this.#isAborted) return;
    if (this.#next === undefined) {
      this.#sink.onEnd();
      return;
    }
    this.#url = this.#next;
    this.#next = undefined;
    this.#redirects++;
    this.#dispatch();
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#sink.onFailure(codeOf(error));
  }

  #dispatch(): void {
    const { method, headers, body } = this.#request;
    const path = `${this.#url.pathname}${this.#url.search}`;
    this.#pool.dispatch({ path, method, headers, body: body ?? null }, this);
  }

  // Excludes 303, which turns a POST into a GET with an unrelated answer.
  #redirectOf(status: number, location: string | undefined): URL | undefined {
    const isRedirect = status === 301 || status === 302 || status === 307 || status === 308;
    if (!isRedirect || location === undefined || !URL.canParse(location, this.#url.href)) return undefined;
    return new URL(location, this.#url);
  }
}

const ABORTED = new Error('the request was cancelled');

/** The most specific code in an error, which may wrap one or several system errors. */
function codeOf(error: unknown): string {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const inner: unknown = current instanceof AggregateError ? current.errors[0] : current.cause;
    if (!(inner instanceof Error)) return 'code' in current && current.code ? String(current.code) : current.name;
    current = inner;
  }
  return 'unknown';
}
