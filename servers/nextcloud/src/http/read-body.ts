import { NextcloudError } from '../errors.ts';
import type { NextcloudResponse } from './nextcloud.ts';

interface ReadOptions {
  readonly max: number;
  /** Truncates a longer body instead of failing. */
  readonly cuts: boolean;
  readonly what: string;
}

/** Reads a body up to a limit, and no further. */
export async function readBody(
  response: Response,
  { max, cuts, what }: ReadOptions,
): Promise<Pick<NextcloudResponse, 'body' | 'isCut'>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isCut = false;
  for await (const chunk of response.body ?? []) {
    const room = max - length;
    if (chunk.length > room) {
      if (!cuts)
        throw new NextcloudError(
          'TOO_LARGE',
          `The answer for ${what} is longer than ${max} bytes, the limit of this server. Ask for less.`,
        );
      isCut = true;
      chunks.push(chunk.subarray(0, room));
      length = max;
      break;
    }
    chunks.push(chunk);
    length += chunk.length;
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return { body, isCut };
}
