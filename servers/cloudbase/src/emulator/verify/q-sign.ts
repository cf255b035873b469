import { createHash, createHmac } from 'node:crypto';
import type { Accounts } from '../accounts.ts';
import { Refusal } from '../refusal.ts';
import { isEqual } from './verify-tc3.ts';

/** A signature of the form `q-sign-algorithm=sha1&q-ak=…`, as used by COS and the older storage API. */
export interface QSign {
  readonly secretId: string;
  readonly signTime: string;
  readonly keyTime: string;
  readonly headers: readonly string[];
  readonly params: readonly string[];
  readonly signature: string;
}

/** The signed values, by lower-case names. */
export interface QSigned {
  readonly method: string;
  /** Percent-decoded. */
  readonly path: string;
  readonly header: (name: string) => string | undefined;
  readonly param: (name: string) => string | undefined;
  readonly token: string | undefined;
}

export function parseQSign(text: string): QSign | undefined {
  const parts = new Map(
    text.split('&').map((part) => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals), part.slice(equals + 1)] as const;
    }),
  );
  const [secretId, signTime, keyTime, signature] = ['q-ak', 'q-sign-time', 'q-key-time', 'q-signature'].map((name) =>
    parts.get(name),
  );
  if (parts.get('q-sign-algorithm') !== 'sha1' || !secretId || !signTime || !keyTime || !signature) return undefined;
  const listOf = (name: string): readonly string[] => (parts.get(name) ?? '').split(';').filter((each) => each !== '');
  return {
    secretId,
    signTime,
    keyTime,
    signature,
    headers: listOf('q-header-list'),
    params: listOf('q-url-param-list'),
  };
}

/** Throws a refusal unless the signature is by known keys, for these values, and not expired. */
export function verifyQSign(sign: QSign, signed: QSigned, accounts: Accounts, now: Date): void {
  const [from = Number.NaN, until = Number.NaN] = sign.signTime.split(';').map(Number);
  const seconds = now.getTime() / 1000;
  // Tolerate a client clock that is slightly ahead.
  if (!(from <= seconds + 300 && seconds <= until)) throw new Refusal('AccessDenied', 'Request has expired', 403);
  const missing = sign.headers.find((name) => signed.header(name) === undefined);
  if (missing !== undefined) throw mismatch(`The signed header ${missing} is not there.`);
  let secret: string;
  try {
    secret = accounts.secretOf(sign.secretId, signed.token);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      error.code === 'AuthFailure.SecretIdNotFound' ? 'InvalidAccessKeyId' : 'AccessDenied',
      error.message,
      403,
    );
  }
  if (!isEqual(sign.signature, signatureOf(sign, signed, secret)))
    throw mismatch('The Signature you specified is invalid.');
}

export function signatureOf(sign: Omit<QSign, 'signature'>, signed: QSigned, secret: string): string {
  const listed = (names: readonly string[], lookUp: (name: string) => string | undefined): string =>
    names.map((name) => `${name}=${encode(lookUp(name) ?? '')}`).join('&');
  const http = [
    signed.method.toLowerCase(),
    signed.path,
    listed(sign.params, (name) => signed.param(decodeURIComponent(name))),
    listed(sign.headers, (name) => signed.header(decodeURIComponent(name))),
    '',
  ].join('\n');
  const digest = createHash('sha1').update(http).digest('hex');
  const key = createHmac('sha1', secret).update(sign.keyTime).digest('hex');
  return createHmac('sha1', key).update(['sha1', sign.signTime, digest, ''].join('\n')).digest('hex');
}

export const toText = ({ secretId, signTime, keyTime, headers, params, signature }: QSign): string =>
  [
    'q-sign-algorithm=sha1',
    `q-ak=${secretId}`,
    `q-sign-time=${signTime}`,
    `q-key-time=${keyTime}`,
    `q-header-list=${headers.join(';')}`,
    `q-url-param-list=${params.join(';')}`,
    `q-signature=${signature}`,
  ].join('&');

/** Like encodeURIComponent, but also encodes the five characters that it skips. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

const mismatch = (message: string): Refusal => new Refusal('SignatureDoesNotMatch', message, 403);
