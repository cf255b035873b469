import type { FetchLike } from '@modelcontextprotocol/client';
import type { InspectLimits } from './limits.ts';

/** The result of the last request with a given method. */
export type HttpOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly statusText: string;
      /** The media type without parameters, in lower case; empty if there is none. */
      readonly mediaType: string;
      readonly location: string | undefined;
    }
  | {
      readonly kind: 'failure';
      /** The code of the system or of the HTTP client, such as `ECONNREFUSED`. */
      readonly code: string;
    };

/**
 * A `fetch` that records what happened, so that failures need not be guessed from SDK errors, and limits the response
 * size.
 */
export interface WatchedFetch {
  readonly fetch: FetchLike;
  readonly last: (method: 'GET' | 'POST') => HttpOutcome | undefined;
  readonly overflowed: () => boolean;
  /** Aborts everything that is still open. The SSE client leaves the body of a rejected request open. */
  readonly abort: () => void;
}

export function createWatchedFetch(limits: InspectLimits): WatchedFetch {
  const outcomes = new Map<string, HttpOutcome>();
  const controller = new AbortController();
  let overflowed = false;
  let sessionBytes = 0;

  async function* bounded(body: ReadableStream<Uint8Array>, isEventStream: boolean, onFailure: (code: string) => void) {
    let messageBytes = 0;
    try {
      for await (const chunk of body) {
        sessionBytes += chunk.length;
        // An event ends with a blank line. Counting from the chunk that contains one can overestimate an event's size,
        // never underestimate it.
        messageBytes = isEventStream && hasBlankLine(chunk) ? chunk.length : messageBytes + chunk.length;
        if (messageBytes > limits.messageBytes || sessionBytes > limits.sessionBytes) {
          overflowed = true;
          throw new Error('the response is too large');
        }
        yield chunk;
      }
    } catch (error) {
      if (!overflowed) onFailure(codeOf(error));
      throw error;
    }
  }

  const watchedFetch: FetchLike = async (url, init) => {
    const method = (init?.method ?? 'GET').toUpperCase();
    const signal = AbortSignal.any([controller.signal, ...(init?.signal ? [init.signal] : [])]);
    const onFailure = (code: string) => {
      // A failure that we caused by aborting says nothing about the server.
      if (!signal.aborted) outcomes.set(method, { kind: 'failure', code });
    };
    outcomes.delete(method);
    let response: Response;
    try {
      response = await fetch(url, { ...init, signal });
    } catch (error) {
      onFailure(codeOf(error));
      throw error;
    }
    const { status, statusText, headers, body } = response;
    const mediaType = (headers.get('content-type') ?? '').replace(/;.*/, '').trim().toLowerCase();
    const location = headers.get('location') ?? undefined;
    outcomes.set(method, { kind: 'answer', status, statusText, mediaType, location });
    if (body === null) return response;
    const stream = ReadableStream.from(bounded(body, mediaType === 'text/event-stream', onFailure));
    return new Response(stream, { status, statusText, headers });
  };

  return {
    fetch: watchedFetch,
    last: (method) => outcomes.get(method),
    overflowed: () => overflowed,
    abort: () => controller.abort(),
  };
}

function hasBlankLine(chunk: Uint8Array): boolean {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return text.includes('\n\n') || text.includes('\r\n\r\n') || text.includes('\r\r');
}

/** The most specific code in an error of `fetch`, which nests one or several system errors. */
function codeOf(error: unknown): string {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const inner: unknown = current instanceof AggregateError ? current.errors[0] : current.cause;
    if (!(inner instanceof Error)) return 'code' in current && current.code ? String(current.code) : current.name;
    current = inner;
  }
  return 'unknown';
}
