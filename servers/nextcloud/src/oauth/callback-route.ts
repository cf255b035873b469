import type { HttpRoute } from '@toolmark/kit/serve';
import type { FinishedLogin, OfflineAccess } from './offline-access.ts';

const PAGES = {
  granted: ['Access granted', 'You can close this page and go on in your MCP client.'],
  state: [
    'This link does not work any more',
    'It works once, and for 10 minutes. Ask for a new one in your MCP client.',
  ],
  denied: ['Access was not granted', 'Nothing was stored. Ask for a new link to try again.'],
  'other-user': [
    'This link belongs to another user',
    'Sign in with the account that you use in your MCP client. Nothing was stored.',
  ],
  'no-refresh-token': [
    'Access was not granted for later',
    'The authorization server gave no refresh token. Ask its administrator to allow offline_access.',
  ],
  failed: ['The sign-in failed', 'Nothing was stored. Ask for a new link to try again.'],
} as const;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The page to which the authorization server sends the browser. It echoes no part of the request. */
export function callbackRoute(offline: OfflineAccess, redirectUri: string): HttpRoute {
  return async (request, response) => {
    if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end();
      return;
    }
    const callback = new URL(redirectUri);
    callback.search = new URL(request.url ?? '', redirectUri).search;
    const outcome = await offline.finish(callback);
    const [title, text] = PAGES[pageOf(outcome)];
    response
      .writeHead(outcome.kind === 'granted' ? 200 : 400, HEADERS)
      .end(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`);
  };
}

const pageOf = (outcome: FinishedLogin): keyof typeof PAGES =>
  outcome.kind === 'granted' ? 'granted' : outcome.reason;
