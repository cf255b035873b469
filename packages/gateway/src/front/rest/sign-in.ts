import { signInAnswerSchema, signInLinkSchema, signInRequestSchema } from '@toolmark/api-contract';
import { MOST_CODES } from '../guard/one-time-codes.ts';
import type { NoEntry } from '../guard/sign-in.ts';
import { fail } from './answers.ts';
import type { RestContext } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

/** The sender is not authenticated yet, so the limit is small. */
const MAX_BYTES = 2_048;

export const SIGN_IN_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/sign-in',
    id: 'signIn',
    tag: 'gateway',
    summary: 'Signs a browser in',
    description:
      'For the page of the gateway. The answer sets a cookie that is valid for the API in requests which the browser marks as coming from that page, and never for /mcp. Programs send the token with each request instead.',
    isPublic: true,
    query: NO_QUERY,
    body: signInRequestSchema,
    answers: { 200: { description: 'Signed in, with the expiry.', schema: signInAnswerSchema } },
    errors: ['too_large', 'unsupported_media_type', 'too_many_requests'],
    handle: async (context, { signIn, limits }) => {
      const bodyBytes = Math.min(limits.bodyBytes, MAX_BYTES);
      const body = await readJsonBody(context, signInRequestSchema, { ...limits, bodyBytes });
      if (!body.ok) return refuseBody(context, body.error);
      // Without fetch metadata the cookie would be rejected later, with a less helpful error.
      if (context.req.header('sec-fetch-site') === undefined) return fail(context, 'forbidden', NO_FETCH_METADATA);
      const secure = context.req.header('origin')?.startsWith('https:') === true;
      const entered = signIn.enter(body.value, secure);
      if (!entered.ok) return refuseEntry(context, entered.error);
      const { setCookie, expiresAt } = entered.value;
      if (setCookie !== undefined) context.header('set-cookie', setCookie);
      return context.json({ expires_at: new Date(expiresAt).toISOString() });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/sign-out',
    id: 'signOut',
    tag: 'gateway',
    summary: 'Signs this browser out',
    description:
      'Other browsers stay signed in; to sign out all of them, delete the file owner-token and restart the gateway.',
    query: NO_QUERY,
    answers: { 200: { description: 'Signed out, with the time.', schema: signInAnswerSchema } },
    errors: [],
    handle: (context, { signIn, now }) => {
      const setCookie = signIn.leave(context.req.header('cookie'));
      if (setCookie !== undefined) context.header('set-cookie', setCookie);
      return context.json({ expires_at: new Date(now()).toISOString() });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/links',
    id: 'makeLink',
    tag: 'gateway',
    summary: 'Creates a one-time sign-in link for a browser',
    description: 'It works for ten minutes. Its code is in the fragment, so that it does not appear in logs.',
    query: NO_QUERY,
    answers: { 201: { description: 'The link, and when it expires.', schema: signInLinkSchema } },
    errors: ['too_many_requests'],
    handle: (context, { signIn }) => {
      const link = signIn.makeLink();
      if (link === undefined) {
        const message = `${MOST_CODES} unused links exist already. The first of them expires within the hour.`;
        return fail(context, 'too_many_requests', message);
      }
      return context.json({ url: link.url, expires_at: new Date(link.expiresAt).toISOString() }, 201);
    },
  }),
];

const NO_FETCH_METADATA =
  'This browser does not say which page a request comes from, so it cannot use a cookie. Browsers do so on https and on http://127.0.0.1, except very old ones.';

function refuseEntry(context: RestContext, problem: NoEntry): Response {
  if (problem.kind === 'too-many') {
    const seconds = Math.ceil(problem.pauseMs / 1_000);
    context.header('retry-after', String(seconds));
    return fail(context, 'too_many_requests', `Too many wrong tokens or links. Try again in ${seconds} s.`);
  }
  context.header('www-authenticate', 'Bearer realm="toolmark", error="invalid_token"');
  return fail(context, 'unauthorized', SENTENCES[problem.kind]);
}

const SENTENCES = {
  'wrong-token':
    "This is not the owner's token of this gateway. It is in the file 'owner-token' in the gateway's data folder.",
  'used-link': 'This link was used already. Get a new one with: toolmark open',
  'unknown-link':
    'This link has expired, or is from an earlier start of the gateway. Get a new one with: toolmark open',
} as const;
