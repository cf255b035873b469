import { signInAnswerSchema, signInRequestSchema } from '@toolmark/api-contract';
import type { NoEntry } from '../guard/sign-in.ts';
import { fail } from './answers.ts';
import type { RestContext } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

/** Whoever sends it is nobody yet, so little of it is read. */
const MOST_BYTES = 2_048;

export const SIGN_IN_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/sign-in',
    id: 'signIn',
    tag: 'gateway',
    summary: 'Lets a browser in',
    description:
      'For the page of the gateway. The answer sets a cookie that counts for the API in requests which the browser says come from that page, and never for /mcp. Programs send the token with each request instead.',
    isPublic: true,
    query: NO_QUERY,
    body: signInRequestSchema,
    answers: { 200: { description: 'Let in, until then.', schema: signInAnswerSchema } },
    errors: ['too_large', 'unsupported_media_type', 'too_many_requests'],
    handle: async (context, { signIn, limits }) => {
      const bodyBytes = Math.min(limits.bodyBytes, MOST_BYTES);
      const body = await readJsonBody(context, signInRequestSchema, { ...limits, bodyBytes });
      if (!body.ok) return refuseBody(context, body.error);
      // A cookie would be taken, and then be of no use, which is harder to understand.
      if (context.req.header('sec-fetch-site') === undefined) return fail(context, 'forbidden', NO_METADATA);
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
    summary: 'Ends the cookie of this browser',
    description: 'Other browsers stay; to end all of them, delete the file owner-token and start the gateway again.',
    query: NO_QUERY,
    answers: { 200: { description: 'It is taken away, since then.', schema: signInAnswerSchema } },
    errors: [],
    handle: (context, { signIn, now }) => {
      const setCookie = signIn.leave(context.req.header('cookie'));
      if (setCookie !== undefined) context.header('set-cookie', setCookie);
      return context.json({ expires_at: new Date(now()).toISOString() });
    },
  }),
];

const NO_METADATA =
  'This browser does not say which page a request comes from, so that it cannot be let in by a cookie. Browsers say so on https and on http://127.0.0.1; very old ones never do.';

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
  'used-link': 'This link was used already, and works once. Get a new one with: toolmark open',
  'unknown-link': 'This link is too old, or of another start of the gateway. Get a new one with: toolmark open',
} as const;
