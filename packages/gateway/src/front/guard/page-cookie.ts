import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The cookies of signed-in browsers. They are stateless: a signature by a key from the owner's token is checked, also after a restart. */
export interface PageCookies {
  /** @param secure the browser uses https, and must not send the cookie over http */
  readonly issue: (secure: boolean) => IssuedCookie;
  /** Checks a `Cookie` header. */
  readonly check: (header: string | undefined) => CookieVerdict;
  /** Revokes the cookies of a `Cookie` header until the gateway restarts. Only a new token revokes them for good. */
  readonly end: (header: string | undefined) => void;
  /** The `Set-Cookie` that removes the cookie from the browser. */
  readonly cleared: string;
}

interface IssuedCookie {
  /** For `Set-Cookie`. */
  readonly header: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** `renewed`: a `Set-Cookie` that extends a cookie older than a day. */
type CookieVerdict =
  | { readonly kind: 'right'; readonly renewed: string | undefined }
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong' };

interface CookieOptions {
  readonly token: string;
  /** Part of the cookie's name, because browsers send a cookie to every port of a host. */
  readonly port: number;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

const LASTS_S = 30 * 24 * 60 * 60;
const RENEWED_AFTER_S = 24 * 60 * 60;

/** Cookies of our name that are checked. A page on another port can set invalid ones, which must not hide the valid one. */
const MOST_OF_ONE_NAME = 4;

/** Revoked cookies that are remembered; the oldest are dropped. */
const MOST_ENDED = 1_000;

const VALUE_FORM = /^([A-Za-z0-9_-]{22})\.(\d{10,11})\.([hs])\.([A-Za-z0-9_-]{43})$/;

/**
 * Creates and checks cookies: an id, the expiry, whether the cookie may travel over http, and a signature by a key from the token.
 *
 * @example
 * const cookies = createPageCookies({ token, port: 7420, now: Date.now });
 * cookies.issue(false).header // 'toolmark_7420=…; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict'
 */
export function createPageCookies({ token, port, now }: CookieOptions): PageCookies {
  const name = `toolmark_${port}`;
  // A key object is prepared once: a signature takes 2 µs instead of 17.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', token, '', 'toolmark page cookie 1', 32)));
  const ended = new Set<string>();

  const sign = (payload: string): string => createHmac('sha256', key).update(`${name}.${payload}`).digest('base64url');

  const issue = (id: string, secure: boolean): IssuedCookie => {
    const expires = Math.floor(now() / 1_000) + LASTS_S;
    const payload = `${id}.${expires}.${secure ? 's' : 'h'}`;
    return { header: toHeader(name, `${payload}.${sign(payload)}`, LASTS_S, secure), expiresAt: expires * 1_000 };
  };

  const read = (value: string): Content | undefined => {
    const [, id = '', digits = '', flag = '', signature = ''] = VALUE_FORM.exec(value) ?? [];
    const expected = sign(`${id}.${digits}.${flag}`);
    if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
      return undefined;
    const leftS = Number(digits) - now() / 1_000;
    return leftS > 0 && !ended.has(id) ? { id, leftS, secure: flag === 's' } : undefined;
  };

  return {
    issue: (secure) => issue(randomBytes(16).toString('base64url'), secure),
    check: (header) => {
      const values = valuesOf(header, name);
      if (values.length === 0) return { kind: 'missing' };
      const content = firstOf(values, read);
      if (content === undefined) return { kind: 'wrong' };
      const isOld = content.leftS < LASTS_S - RENEWED_AFTER_S;
      return { kind: 'right', renewed: isOld ? issue(content.id, content.secure).header : undefined };
    },
    end: (header) => {
      for (const value of valuesOf(header, name)) {
        const content = read(value);
        if (content !== undefined) ended.add(content.id);
      }
      for (const id of ended) {
        if (ended.size <= MOST_ENDED) break;
        ended.delete(id);
      }
    },
    cleared: toHeader(name, '', 0, false),
  };
}

interface Content {
  readonly id: string;
  readonly leftS: number;
  readonly secure: boolean;
}

function toHeader(name: string, value: string, lastsS: number, secure: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${lastsS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** Node joins several `Cookie` headers into one. */
function valuesOf(header: string | undefined, name: string): readonly string[] {
  if (header === undefined || !header.includes(name)) return [];
  const values: string[] = [];
  for (const pair of header.split(';')) {
    const trimmed = pair.trim();
    if (trimmed.startsWith(name) && trimmed.charAt(name.length) === '=') values.push(trimmed.slice(name.length + 1));
    if (values.length === MOST_OF_ONE_NAME) break;
  }
  return values;
}

function firstOf<Value>(values: readonly string[], read: (value: string) => Value | undefined): Value | undefined {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
