import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { apiErrorSchema, signInAnswerSchema, signInLinkSchema } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admit, createGuard } from '../guard/guard.ts';
import { createPageCookies } from '../guard/page-cookie.ts';
import { createSignIn, type SignIn } from '../guard/sign-in.ts';
import { DEPS, get, NOW } from './fixtures/api.ts';
import { createRestListener } from './listener.ts';

const TOKEN = 'Zm9yLXRlc3RzLW9ubHktbm90LWEtcmVhbC10b2tlbg';
const DAY = 24 * 60 * 60_000;

let moment = NOW;
let signIn: SignIn;

beforeEach(() => {
  moment = NOW;
  signIn = makeSignIn(7420);
});

function makeSignIn(port: number): SignIn {
  const cookies = createPageCookies({ token: TOKEN, port, now: () => moment });
  return createSignIn({ access: { token: TOKEN, cookies }, url: () => `http://127.0.0.1:${port}`, now: () => moment });
}

const OF_A_BROWSER = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const sends = (body: unknown, headers: Readonly<Record<string, string>> = OF_A_BROWSER) => ({
  method: 'POST',
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('POST /sign-in', () => {
  it('sets a cookie for the token, with its expiry', async () => {
    const { status, headers, value } = await get(signInAnswerSchema, '/sign-in', sends({ token: TOKEN }), { signIn });
    expect([status, value]).toEqual([200, { expires_at: new Date(NOW + 30 * DAY).toISOString() }]);
    expect(headers.get('set-cookie')).toMatch(
      /^toolmark_7420=\S+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
  });

  it('sets a secure cookie only for a page over https', async () => {
    const isSecure = async (origin: string): Promise<boolean> => {
      const init = sends({ token: TOKEN }, { ...OF_A_BROWSER, origin });
      const { headers } = await get(signInAnswerSchema, '/sign-in', init, { signIn });
      return headers.get('set-cookie')?.endsWith('; Secure') === true;
    };
    expect([await isSecure('https://gw.example.com'), await isSecure('http://127.0.0.1:7420')]).toEqual([true, false]);
  });

  it('accepts a link once', async () => {
    const made = await get(signInLinkSchema, '/links', 'POST', { signIn });
    const link = made.value.url.split('#link=')[1];
    expect(made).toMatchObject({ status: 201, value: { expires_at: new Date(NOW + 10 * 60_000).toISOString() } });
    expect((await get(signInAnswerSchema, '/sign-in', sends({ link }), { signIn })).status).toBe(200);
    expect((await get(apiErrorSchema, '/sign-in', sends({ link }), { signIn })).value.error).toEqual({
      code: 'unauthorized',
      message: 'This link was used already. Get a new one with: toolmark open',
    });
  });

  it.each<[string, unknown, number, string, Readonly<Record<string, string>>?]>([
    ['a wrong token', { token: 'other' }, 401, "This is not the owner's token of this gateway."],
    ['an unknown link', { link: 'other' }, 401, 'This link has expired, or is from an earlier start of the gateway.'],
    ['nothing', '', 400, 'must have a token or a link, and nothing else'],
    ['both', { token: TOKEN, link: 'x' }, 400, 'must have a token or a link, and nothing else'],
    ['a token of a wrong type', { token: 7 }, 400, 'must have a token or a link, and nothing else'],
    ['no JSON', 'token', 400, 'The body is not JSON.'],
    ['a form', 'token=x', 415, 'The body must be JSON', { 'content-type': 'text/plain', 'sec-fetch-site': 'none' }],
    ['a large body', { token: 'x'.repeat(5_000) }, 413, 'The body may have at most'],
    [
      'a browser without fetch metadata',
      { token: TOKEN },
      403,
      'Browsers do so on https and on http://127.0.0.1',
      { 'content-type': 'application/json' },
    ],
  ])('rejects %s', async (_case, body, status, message, headers = OF_A_BROWSER) => {
    const answer = await get(apiErrorSchema, '/sign-in', sends(body, headers), { signIn });
    expect([answer.status, answer.value.error.message]).toEqual([status, expect.stringContaining(message)]);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });

  it('limits the body before authentication more strictly', async () => {
    const limits = { bodyBytes: 1_000_000, depth: 20, values: 100_000 };
    const { status } = await get(apiErrorSchema, '/sign-in', sends(' '.repeat(2_049)), { signIn, limits });
    expect(status).toBe(413);
  });

  it('blocks attempts after ten failures, with the remaining time', async () => {
    for (let attempt = 0; attempt < 10; attempt++)
      await get(apiErrorSchema, '/sign-in', sends({ token: 'x' }), { signIn });
    moment += 15_500;
    const { status, headers, value } = await get(apiErrorSchema, '/sign-in', sends({ token: TOKEN }), { signIn });
    expect([status, headers.get('retry-after'), value.error]).toEqual([
      429,
      '45',
      { code: 'too_many_requests', message: 'Too many wrong tokens or links. Try again in 45 s.' },
    ]);
  });

  it('lets all browsers in if no token is required', async () => {
    const { status, headers } = await get(signInAnswerSchema, '/sign-in', sends({ token: 'any' }));
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
  });
});

describe('POST /links', () => {
  it('limits the number of unused links', async () => {
    for (let made = 0; made < 100; made++) signIn.makeLink();
    expect((await get(apiErrorSchema, '/links', 'POST', { signIn })).status).toBe(429);
  });
});

describe('over a socket, behind the guard', () => {
  let server: Server;
  let port = 0;

  beforeEach(async () => {
    server = createServer((incoming, outgoing) => {
      const admitted = admit(guard, incoming, outgoing);
      if (admitted !== undefined) void rest(incoming, outgoing, admitted);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    const cookies = createPageCookies({ token: TOKEN, port, now: () => moment });
    const access = { token: TOKEN, cookies };
    const url = `http://127.0.0.1:${port}`;
    const rest = createRestListener({ ...DEPS, signIn: createSignIn({ access, url: () => url, now: () => moment }) });
    const guard = createGuard({
      host: '127.0.0.1',
      port,
      allowedHosts: [],
      allowedOrigins: [],
      ownerFile: '',
      ownerName: 'ada',
      secrets: { owner: TOKEN, clients: () => [] },
      cookies,
    });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Like a browser on the gateway's page. */
  async function ask(method: string, path: string, cookie = '', body = ''): Promise<[number, IncomingHttpHeaders]> {
    const headers = {
      ...OF_A_BROWSER,
      ...(method === 'POST' && { origin: `http://127.0.0.1:${port}` }),
      ...(cookie !== '' && { cookie }),
    };
    const asked = request({ port, host: '127.0.0.1', method, path: `/api/v1${path}`, headers }).end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await text(answer);
    return [answer.statusCode ?? 0, answer.headers];
  }
  const enter = async (): Promise<string> => {
    const [, headers] = await ask('POST', '/sign-in', '', JSON.stringify({ token: TOKEN }));
    return headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  };

  it('a browser signs in, stays signed in, signs out, and is signed out', async () => {
    expect((await ask('GET', '/servers'))[0]).toBe(401);
    const cookie = await enter();
    expect((await ask('GET', '/servers', cookie))[0]).toBe(200);
    expect((await ask('POST', '/links', cookie))[0]).toBe(201);
    const [status, headers] = await ask('POST', '/sign-out', cookie);
    expect([status, headers['set-cookie']]).toEqual([200, [expect.stringMatching(/=; Path=\/; Max-Age=0;/)]]);
    expect((await ask('GET', '/servers', cookie))[0]).toBe(401);
  });

  it('a renewed cookie is set once', async () => {
    const cookie = await enter();
    moment += 2 * DAY;
    const [status, headers] = await ask('GET', '/servers', cookie);
    expect([status, headers['set-cookie']]).toEqual([200, [expect.stringMatching(/; Max-Age=2592000;/)]]);
  });

  it('signing out with an old cookie sets no new one', async () => {
    const cookie = await enter();
    moment += 2 * DAY;
    const [status, headers] = await ask('POST', '/sign-out', cookie);
    expect([status, headers['set-cookie']]).toEqual([200, [expect.stringMatching(/=; Path=\/; Max-Age=0;/)]]);
  });
});
