import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { CALL_SOCKETS, MAX_REDIRECTS, SIDE_SOCKETS } from '../limits.ts';
import type { Endpoint } from './endpoint.ts';

/** The beginning of an answer. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** Without parameters, in lower case; empty where there is none. */
  readonly mediaType: string;
  readonly headers: IncomingHttpHeaders;
  /** How the body is encoded, where it is though nobody asked for it; then it cannot be read. */
  readonly encoding?: string;
  /** Where a redirect leads that was not followed. */
  readonly redirect?: URL;
}

/** Who wants the answer to a request. Nothing is called once the request is aborted. */
export interface ResponseSink {
  readonly onStart: (head: ResponseHead) => void;
  readonly onData: (chunk: Buffer) => void;
  readonly onEnd: () => void;
  /** There is no answer, or no rest of it; the code is that of the system or of undici. */
  readonly onFailure: (code: string) => void;
}

interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: string[];
  readonly body?: string;
  /** Somewhere else at the same origin. */
  readonly path?: string;
  /** A call, which may take long and of which there may be many. */
  readonly isCall?: boolean;
}

/** Requests to one origin, over sockets that are kept. */
export interface HttpClient {
  /** Returns the function that aborts the request. */
  readonly send: (request: HttpRequest, sink: ResponseSink) => () => void;
  /** Aborts everything. */
  readonly close: () => Promise<void>;
}

export function createHttpClient({ url }: Endpoint): HttpClient {
  // Time is measured where it is known how long something may take.
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

/** One request, with the redirects that it follows: those within the origin, since headers may carry credentials. */
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

  // 303 is left out: it turns a request into another one, for which no answer is expected here.
  #redirectOf(status: number, location: string | undefined): URL | undefined {
    const isRedirect = status === 301 || status === 302 || status === 307 || status === 308;
    if (!isRedirect || location === undefined || !URL.canParse(location, this.#url.href)) return undefined;
    return new URL(location, this.#url);
  }
}

const ABORTED = new Error('the request was given up');

/** The most telling code in an error, which may wrap the system's error, or several of them, once or twice. */
function codeOf(error: unknown): string {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const inner: unknown = current instanceof AggregateError ? current.errors[0] : current.cause;
    if (!(inner instanceof Error)) return 'code' in current && current.code ? String(current.code) : current.name;
    current = inner;
  }
  return 'unknown';
}
