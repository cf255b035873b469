import type { Readable } from 'node:stream';

const NEWLINE = 0x0a;

/**
 * The lines of a stream of JSON, split at newlines only: `node:readline` would also split at U+2028, which JSON may hold inside a
 * string.
 */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  let pending: Buffer[] = [];
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      yield* line([...pending, rest.subarray(0, end)]);
      pending = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) pending.push(rest);
  }
  yield* line(pending);
}

function* line(parts: readonly Buffer[]): Generator<string> {
  const text = Buffer.concat(parts).toString('utf8').trim();
  if (text !== '') yield text;
}
