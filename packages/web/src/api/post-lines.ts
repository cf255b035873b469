import type { ApiError } from '@toolmark/api-contract';
import { signedOut } from '../app/sign-in/signed-in.ts';
import { VERSION } from '../app/version.ts';
import { ApiFailure } from './api-failure.ts';
import { createLineSplitter } from './line-splitter.ts';
import { addressOf } from './request.ts';

const NDJSON = 'application/x-ndjson';

/** The gateway sends at least one line per interval; after this long without one, treat the connection as dead. */
const SILENCE_MS = 60_000;

/**
 * Posts a request whose answer is a stream of JSON lines, such as the progress of a replay. Ends with the last line, or
 * when `signal` aborts.
 *
 * @example
 * for await (const line of postLines<PolicyReplayLine>('/policy/replay', { from }, signal)) …
 */
export async function* postLines<Line>(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<Line, void, void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch(addressOf(path), {
      method: 'POST',
      headers: { accept: NDJSON, 'content-type': 'application/json', 'toolmark-client': `web/${VERSION}` },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok) throw await explain(response);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const split = createLineSplitter();
    while (reader !== undefined) {
      const { done, value = '' } = await reader.read();
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      for (const line of done ? split.rest() : split.take(value)) yield JSON.parse(line) as Line; // The cast is safe: the gateway sends lines of this type.
      if (done) return;
    }
  } catch (error) {
    if (error instanceof ApiFailure || signal.aborted) throw error;
    throw silence.signal.aborted
      ? new ApiFailure('timeout', 'The gateway has sent nothing for a minute.')
      : new ApiFailure('offline', 'The connection to the gateway broke. Is it still running?');
  } finally {
    clearTimeout(timer);
  }
}

async function explain(response: Response): Promise<ApiFailure> {
  if (response.status === 401) signedOut();
  const body = (await response.json().catch(() => undefined)) as ApiError | undefined; // The cast is safe: every error of the gateway has this shape.
  if (body?.error === undefined)
    return new ApiFailure('internal', `The gateway answered with status ${response.status}.`);
  const { code, message, problems, suggestions } = body.error;
  return new ApiFailure(code, message, problems, suggestions);
}
