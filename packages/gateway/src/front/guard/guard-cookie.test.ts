import { describe, expect, it } from 'vitest';
import { ALLOWED_HOSTS, ALLOWED_ORIGINS, SECRETS } from './fixtures/cases.ts';
import { createGuard, type GuardOptions, type GuardRequest } from './guard.ts';
import { createPageCookies } from './page-cookie.ts';

const TOKEN = SECRETS.owner;
const NOW = Date.UTC(2026, 10, 15, 12);
const DAY = 24 * 60 * 60_000;
const cookiesAt = (now: number, token = TOKEN, port = 7420) => createPageCookies({ token, port, now: () => now });
const cookies = cookiesAt(NOW);
const OPTIONS: GuardOptions = {
  host: '127.0.0.1',
  port: 7420,
  allowedHosts: ALLOWED_HOSTS,
  allowedOrigins: ALLOWED_ORIGINS,
  secrets: SECRETS,
  ownerFile: '/home/me/.toolmark/owner-token',
  ownerName: 'ada',
  cookies,
};

const sent = (header: string): string => header.split(';', 1)[0] ?? '';
const COOKIE = sent(cookies.issue(false).header);
const OWN = 'http://127.0.0.1:7420';

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request of a browser for its own page, with a valid cookie, unless overridden. */
function request({ method = 'GET', path = '/api/v1/servers', cookie = COOKIE, headers = {} }: Asked): GuardRequest {
  const all: Record<string, string> = {
    host: '127.0.0.1:7420',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    ...(method !== 'GET' && { origin: OWN }),
    cookie,
    ...headers,
  };
  const kept = Object.entries(all).filter(([, value]) => value !== '');
  return { method, url: path, headers: Object.fromEntries(kept), rawHeaders: kept.flat() };
}

const decide = (asked: Asked, options: GuardOptions = OPTIONS) => createGuard(options).decide(request(asked));
const statusOf = (asked: Asked, options?: GuardOptions): number => {
  const verdict = decide(asked, options);
  return verdict.kind === 'refuse' ? verdict.status : verdict.kind === 'admit' ? 200 : 204;
};

describe('a browser with a cookie', () => {
  it.each<[string, Asked, number]>([
    ['reads', {}, 200],
    ['opens an address typed by the person', { headers: { 'sec-fetch-site': 'none' } }, 200],
    ['reads the metrics', { path: '/metrics' }, 200],
    ['listens', { path: '/api/v1/events', headers: { accept: 'text/event-stream' } }, 200],
    ['changes something', { method: 'POST', path: '/api/v1/servers/x/restart' }, 200],
    ['deletes something', { method: 'DELETE', path: '/api/v1/grants/1' }, 200],
    ['sends HEAD', { method: 'HEAD', headers: { origin: '' } }, 200],
    ['has other cookies too', { cookie: `a=b; ${COOKIE}; toolmark_3000=x` }, 200],
    ['has two of that name, one of them valid', { cookie: `toolmark_7420=evil; ${COOKIE}` }, 200],
    ['comes under another loopback name', { headers: { host: 'localhost:7420' } }, 200],

    ['calls a tool as a client', { method: 'POST', path: '/mcp' }, 401],
    ['listens as a client', { path: '/mcp' }, 401],
    ['ends the session of a client', { method: 'DELETE', path: '/mcp' }, 401],
    ['calls /mcp with a query', { method: 'POST', path: '/mcp?x' }, 401],
    ['calls a path below /mcp', { path: '/mcp/api/v1/servers' }, 401],
    ['calls the API in another spelling', { path: '/API/v1/servers' }, 401],
    ['calls another version of the API', { path: '/api/v2/servers' }, 401],

    ['reads for another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['reads for another port', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
    [
      'reads for a foreign page with CORS',
      { headers: { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' } },
      403,
    ],
    [
      'opens the API from another site',
      { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } },
      403,
    ],
    [
      'opens the API from another site as a page',
      { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } },
      403,
    ],
    ['sends no fetch metadata', { headers: { 'sec-fetch-site': '' } }, 401],
    ['changes something without fetch metadata', { method: 'POST', headers: { 'sec-fetch-site': '' } }, 401],
    ['changes something without an origin', { method: 'POST', headers: { origin: '' } }, 401],
    [
      'changes something, typed without an origin',
      { method: 'POST', headers: { origin: '', 'sec-fetch-site': 'none' } },
      401,
    ],
    ['changes something for Origin null', { method: 'POST', headers: { origin: 'null' } }, 403],
    ['reads for Origin null', { headers: { origin: 'null' } }, 403],
    ['changes something for another port', { method: 'POST', headers: { origin: 'http://127.0.0.1:3000' } }, 403],
    ['changes something for another name', { method: 'POST', headers: { origin: 'http://localhost:7420' } }, 403],
    ['changes something over https', { method: 'POST', headers: { origin: 'https://127.0.0.1:7420' } }, 403],
    ['changes something without CORS', { method: 'POST', headers: { 'sec-fetch-mode': 'no-cors' } }, 403],
    [
      'calls for an allowed page, which needs the token',
      { headers: { origin: 'https://page.example.com', 'sec-fetch-site': 'cross-site' } },
      401,
    ],
    [
      'calls for an allowed page that claims to be our own',
      { headers: { origin: 'https://page.example.com', 'sec-fetch-site': 'same-origin' } },
      401,
    ],
    ['had its name rebound', { headers: { host: 'evil.example:7420' } }, 403],
    [
      'had its name rebound, and sends that origin',
      { headers: { host: 'evil.example:7420', origin: 'http://evil.example:7420' } },
      403,
    ],

    ['has the cookie of another port', { cookie: sent(cookiesAt(NOW, TOKEN, 7421).issue(false).header) }, 401],
    [
      'has the cookie of another port under our name',
      { cookie: sent(cookiesAt(NOW, TOKEN, 7421).issue(false).header).replace('7421', '7420') },
      401,
    ],
    ['has the cookie of an earlier token', { cookie: sent(cookiesAt(NOW, 'x'.repeat(43)).issue(false).header) }, 401],
    ['has an expired cookie', { cookie: sent(cookiesAt(NOW - 30 * DAY).issue(false).header) }, 401],
    ['has a cookie whose expiry was changed', { cookie: COOKIE.replace(/\.\d{10}\./, '.9999999999.') }, 401],
    ['has the token as its cookie', { cookie: `toolmark_7420=${TOKEN}` }, 401],
    ['has 10 kB of cookie', { cookie: `toolmark_7420=${'A'.repeat(10_000)}` }, 401],
    ['has two of that name, both invalid', { cookie: 'toolmark_7420=a; toolmark_7420=b' }, 401],
    ['has none', { cookie: '' }, 401],

    ['has the token too', { headers: { authorization: `Bearer ${TOKEN}` } }, 200],
    ['has an invalid token too, which takes precedence', { headers: { authorization: 'Bearer other' } }, 401],
    ['has an empty token too', { headers: { authorization: 'Bearer' } }, 401],
    [
      'has an invalid cookie and the token',
      { cookie: 'toolmark_7420=x', headers: { authorization: `Bearer ${TOKEN}` } },
      200,
    ],
  ])('%s', (_case, asked, status) => expect(statusOf(asked)).toBe(status));

  it('is recognized behind an https proxy by its configured name', () => {
    const headers = { host: 'gw.example.com', origin: 'https://gw.example.com' };
    expect(statusOf({ method: 'POST', headers })).toBe(200);
    expect(statusOf({ method: 'POST', headers: { ...headers, origin: 'https://evil.example.com' } })).toBe(403);
  });

  it('is refused as without a cookie where cookies are not accepted', () => {
    const { cookies: _none, ...without } = OPTIONS;
    expect(statusOf({}, without)).toBe(401);
    expect(statusOf({ cookie: 'toolmark_7420=x' }, { ...OPTIONS, secrets: undefined, cookies: undefined })).toBe(200);
  });
});

it('admits a browser with a cookie as the owner', () => {
  expect(decide({})).toMatchObject({ principal: 'local', credential: { kind: 'owner', via: 'cookie', name: 'ada' } });
});

describe('the Set-Cookie for a browser', () => {
  const setCookie = (asked: Asked, options?: GuardOptions) => {
    const verdict = decide(asked, options);
    return [verdict.kind, 'headers' in verdict ? verdict.headers['set-cookie'] : undefined];
  };

  it('is absent while the cookie is new', () => expect(setCookie({})).toEqual(['admit', undefined]));

  it('renews the cookie after a day', () => {
    const later = { ...OPTIONS, cookies: cookiesAt(NOW + 2 * DAY) };
    expect(setCookie({}, later)).toEqual(['admit', expect.stringMatching(/^toolmark_7420=.+; SameSite=Strict$/)]);
    expect(setCookie({ path: '/mcp' }, later)).toEqual(['refuse', undefined]);
    expect(setCookie({ headers: { authorization: `Bearer ${TOKEN}` } }, later)).toEqual(['admit', undefined]);
  });

  it('removes an invalid cookie', () =>
    expect(setCookie({ cookie: 'toolmark_7420=x' })).toEqual(['refuse', cookies.cleared]));

  it.each<[string, Asked]>([
    ['a foreign page', { cookie: 'toolmark_7420=x', headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a request without fetch metadata', { cookie: 'toolmark_7420=x', headers: { 'sec-fetch-site': '' } }],
    ['/mcp', { cookie: 'toolmark_7420=x', path: '/mcp' }],
    ['a wrong token', { cookie: 'toolmark_7420=x', headers: { authorization: 'Bearer x' } }],
  ])('is absent for %s, which must not sign the browser out', (_case, asked) => {
    expect(setCookie(asked)).toEqual(['refuse', undefined]);
  });
});
