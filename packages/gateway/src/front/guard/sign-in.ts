import { hash, timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from '@toolmark/annotations';
import type { SignInRequest } from '@toolmark/api-contract';
import { type AttemptLimits, createAttempts } from './attempts.ts';
import { createOneTimeCodes } from './one-time-codes.ts';
import type { PageCookies } from './page-cookie.ts';

/** Signs browsers in and out. */
export interface SignIn {
  /** @param secure the browser uses https */
  readonly enter: (request: SignInRequest, secure: boolean) => Result<Entry, NoEntry>;
  /** Revokes the cookies of a `Cookie` header. Returns the `Set-Cookie` that removes the cookie. */
  readonly leave: (cookie: string | undefined) => string | undefined;
  /** An address that signs in one browser, once; `undefined` when too many links are unused. */
  readonly makeLink: (lastsMs?: number) => PageLink | undefined;
}

interface Entry {
  /** `undefined` when no token is required. */
  readonly setCookie: string | undefined;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

export type NoEntry =
  | { readonly kind: 'wrong-token' | 'used-link' | 'unknown-link' }
  | { readonly kind: 'too-many'; readonly pauseMs: number };

interface PageLink {
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

interface SignInOptions {
  /** `undefined` when no token is required. */
  readonly access: { readonly token: string; readonly cookies: PageCookies } | undefined;
  /** The address under which the page is to be opened, without a path. */
  readonly url: () => string;
  readonly now: () => number;
}

/** Long enough to open the link on another device. */
const LINK_LASTS_MS = 10 * 60_000;

const LIMITS: AttemptLimits = { most: 10, withinMs: 60_000 };

const WITHOUT_TOKEN_MS = 30 * 24 * 60 * 60_000;

/**
 * Signs in browsers that send the token, or a link that a signed-in person has created.
 *
 * @example
 * const signIn = createSignIn({ access: { token, cookies }, url: () => 'http://127.0.0.1:7420', now: Date.now });
 * signIn.makeLink()?.url // 'http://127.0.0.1:7420/#link=…'
 */
export function createSignIn({ access, url, now }: SignInOptions): SignIn {
  if (access === undefined) {
    return {
      enter: () => ok({ setCookie: undefined, expiresAt: now() + WITHOUT_TOKEN_MS }),
      leave: () => undefined,
      makeLink: (lastsMs = LINK_LASTS_MS) => ({ url: `${url()}/`, expiresAt: now() + lastsMs }),
    };
  }
  const { token, cookies } = access;
  const expected = hash('sha256', token, 'buffer');
  const codes = createOneTimeCodes(now);
  const attempts = createAttempts(LIMITS, now);

  const judge = (request: SignInRequest): 'right' | NoEntry => {
    if ('token' in request) {
      const isRight = timingSafeEqual(hash('sha256', request.token, 'buffer'), expected);
      return isRight ? 'right' : { kind: 'wrong-token' };
    }
    const verdict = codes.redeem(request.link);
    return verdict === 'right' ? 'right' : { kind: verdict === 'used' ? 'used-link' : 'unknown-link' };
  };

  return {
    enter: (request, secure) => {
      const pauseMs = attempts.pauseMs();
      if (pauseMs > 0) return err({ kind: 'too-many', pauseMs });
      const verdict = judge(request);
      if (verdict !== 'right') {
        attempts.wrong();
        return err(verdict);
      }
      const { header, expiresAt } = cookies.issue(secure);
      return ok({ setCookie: header, expiresAt });
    },
    leave: (cookie) => {
      cookies.end(cookie);
      return cookies.cleared;
    },
    makeLink: (lastsMs = LINK_LASTS_MS) => {
      const made = codes.make(lastsMs);
      // Browsers do not send the fragment, so the code appears in no log and at no proxy.
      return made && { url: `${url()}/#link=${made.code}`, expiresAt: made.expiresAt };
    },
  };
}
