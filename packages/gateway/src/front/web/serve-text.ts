import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAGE_HEADERS } from '@toolmark/base';

/** Answers with plain text. */
export function serveText(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...PAGE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : text);
}
