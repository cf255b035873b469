import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_CODES } from './one-time-codes.ts';
import { createPageCookies } from './page-cookie.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

const TOKEN = 'Zm9yLXRlc3RzLW9ubHktbm90LWEtcmVhbC10b2tlbg';
const URL_OF_PAGE = 'http://127.0.0.1:7420';
const NOW = Date.UTC(2026, 10, 15, 12);
const MINUTE = 60_000;

let moment = NOW;
const now = () => moment;
const cookies = createPageCookies({ token: TOKEN, port: 7420, now });
let signIn: SignIn;

beforeEach(() => {
  moment = NOW;
  signIn = createSignIn({ access: { token: TOKEN, cookies }, url: () => URL_OF_PAGE, now });
});

const codeOf = (url = ''): string => url.slice(`${URL_OF_PAGE}/#link=`.length);
const makeCode = (lastsMs?: number): string => codeOf(signIn.makeLink(lastsMs)?.url);
const kindOf = (request: Parameters<SignIn['enter']>[0]): string => {
  const entered = signIn.enter(request, false);
  return entered.ok ? 'in' : entered.error.kind;
};

describe('signing in', () => {
  it('gives a cookie for the token', () => {
    const entered = signIn.enter({ token: TOKEN }, false);
    const setCookie = entered.ok ? entered.value.setCookie : undefined;
    expect(entered).toMatchObject({ ok: true, value: { expiresAt: NOW + 30 * 24 * 60 * MINUTE } });
    expect(cookies.check(setCookie?.split(';', 1)[0]).kind).toBe('right');
  });

  it('gives a secure cookie only to browsers that use https', () => {
    const headers = [true, false].map((secure) => {
      const entered = signIn.enter({ token: TOKEN }, secure);
      return entered.ok && entered.value.setCookie?.endsWith('; Secure');
    });
    expect(headers).toEqual([true, false]);
  });

  it.each([`${TOKEN}x`, TOKEN.slice(1), TOKEN.toLowerCase(), ` ${TOKEN}`, `Bearer ${TOKEN}`, 'x'])(
    'fails with %j',
    (token) => expect(kindOf({ token })).toBe('wrong-token'),
  );

  it('ends when this browser signs out', () => {
    const entered = signIn.enter({ token: TOKEN }, false);
    const cookie = (entered.ok ? entered.value.setCookie : undefined)?.split(';', 1)[0];
    expect(signIn.leave(cookie)).toBe(cookies.cleared);
    expect(cookies.check(cookie).kind).toBe('wrong');
  });

  it('is refused after ten failures within a minute, until the first one is a minute old', () => {
    for (let attempt = 0; attempt < 5; attempt++) expect(kindOf({ token: 'x' })).toBe('wrong-token');
    moment += MINUTE / 2;
    for (let attempt = 0; attempt < 5; attempt++) expect(kindOf({ link: 'x' })).toBe('unknown-link');
    expect(signIn.enter({ token: TOKEN }, false)).toEqual({
      ok: false,
      error: { kind: 'too-many', pauseMs: MINUTE / 2 },
    });
    moment += MINUTE / 2 - 1;
    expect(kindOf({ token: TOKEN })).toBe('too-many');
    moment += 1;
    expect(kindOf({ token: TOKEN })).toBe('in');
    for (let attempt = 0; attempt < 5; attempt++) expect(kindOf({ token: 'x' })).toBe('wrong-token');
    expect(kindOf({ token: TOKEN })).toBe('too-many');
  });

  it('does not use up a link while attempts are refused', () => {
    const link = makeCode();
    for (let attempt = 0; attempt < 10; attempt++) kindOf({ token: 'x' });
    expect(kindOf({ link })).toBe('too-many');
    moment += MINUTE;
    expect(kindOf({ link })).toBe('in');
  });

  it('is not refused after the clock was set back', () => {
    for (let attempt = 0; attempt < 10; attempt++) kindOf({ token: 'x' });
    moment -= 365 * 24 * 60 * MINUTE;
    expect(kindOf({ token: TOKEN })).toBe('in');
  });

  it('succeeds when no token is required', () => {
    const open = createSignIn({ access: undefined, url: () => URL_OF_PAGE, now });
    expect(open.enter({ token: 'x' }, false)).toMatchObject({ ok: true, value: { setCookie: undefined } });
    expect(open.leave('toolmark_7420=x')).toBeUndefined();
    expect(open.makeLink()).toEqual({ url: `${URL_OF_PAGE}/`, expiresAt: NOW + 10 * MINUTE });
  });
});

describe('a link', () => {
  it('has its code in the fragment, and lasts ten minutes', () => {
    expect(signIn.makeLink()).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:7420\/#link=[\w-]{43}$/),
      expiresAt: NOW + 10 * MINUTE,
    });
    expect(makeCode()).not.toBe(makeCode());
  });

  it('works once; the second answer says that it was used', () => {
    const link = makeCode();
    expect([kindOf({ link }), kindOf({ link }), kindOf({ link })]).toEqual(['in', 'used-link', 'used-link']);
  });

  it.each<[number | undefined, number, string]>([
    [undefined, 10 * MINUTE - 1, 'in'],
    [undefined, 10 * MINUTE, 'unknown-link'],
    [60 * MINUTE, 60 * MINUTE - 1, 'in'],
    [60 * MINUTE, 60 * MINUTE, 'unknown-link'],
  ])('that lasts %s ms is, after %i ms, %s', (lastsMs, later, kind) => {
    const link = makeCode(lastsMs);
    moment += later;
    expect(kindOf({ link })).toBe(kind);
  });

  it.each(['', 'x', TOKEN, '__proto__'])('cannot be %j', (link) => expect(kindOf({ link })).toBe('unknown-link'));

  it('is not the token, nor the token a link', () => {
    expect(kindOf({ token: makeCode() })).toBe('wrong-token');
  });

  it('is not created while too many are unused, which still work', () => {
    const codes = Array.from({ length: MOST_CODES }, () => makeCode());
    expect(signIn.makeLink()).toBeUndefined();
    expect(kindOf({ link: codes[0] ?? '' })).toBe('in');
    expect(signIn.makeLink()).toBeDefined();
    expect(signIn.makeLink()).toBeUndefined();
    moment += 10 * MINUTE;
    expect(signIn.makeLink()).toBeDefined();
  });

  it('is unknown long after its use, so that memory stays bounded', () => {
    const first = makeCode();
    kindOf({ link: first });
    for (let made = 0; made < 100; made++) kindOf({ link: makeCode() });
    expect(kindOf({ link: first })).toBe('unknown-link');
  });
});
