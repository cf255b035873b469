import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAGE_HEADERS } from '@toolmark/base';
import { readCallback } from './callback.ts';
import type { SignIns } from './sign-ins.ts';

/** The redirect address for browsers. It needs no token: the state authenticates the request. */
export const CALLBACK_PATH = '/oauth/callback';

/** Each authorization server has its own address below it. */
export const isCallback = (path: string): boolean => path === CALLBACK_PATH || path.startsWith(`${CALLBACK_PATH}/`);

/**
 * Answers a browser that returns from an authorization server. The page is always the same text, and never includes
 * request parameters.
 *
 * @example
 * if (isCallback(path)) return serveCallback(request, response, signIns);
 */
export function serveCallback(
  { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  response: ServerResponse,
  signIns: Pick<SignIns, 'complete'>,
): void {
  if (method !== 'GET') {
    send(response, 405, FAILED, { allow: 'GET' });
    return;
  }
  const at = url.indexOf('?');
  const answer = at === -1 ? undefined : readCallback(url.slice(at + 1), url.slice(0, at));
  if (answer === undefined) {
    send(response, 400, UNKNOWN);
    return;
  }
  void signIns.complete(answer).then(
    (done) => {
      if (done.ok) send(response, 200, DONE);
      else if (done.error.kind === 'wrong') send(response, 400, UNKNOWN);
      else send(response, 403, FAILED);
    },
    () => send(response, 500, FAILED),
  );
}

function send(
  response: ServerResponse,
  status: number,
  html: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...PAGE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(html);
}

const page = (title: string, text: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Toolmark</title>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</html>
`;

const DONE = page('Signed in', 'You can close this tab and return to where you started.');
const FAILED = page(
  'Not signed in',
  'The reason is shown where you started: in the terminal, or on the page of the server.',
);
const UNKNOWN = page(
  'Not signed in',
  'This sign-in is unknown: it was completed already, is too old, or belongs to another gateway. Start again.',
);
