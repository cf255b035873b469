import { createHash, createHmac } from 'node:crypto';
import type { Credentials } from '../session/session.ts';

export interface CosRequest {
  readonly method: string;
  /** The path of the request, decoded. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The headers to sign. */
  readonly headers: Readonly<Record<string, string>>;
  /** The validity period of the signature, in seconds. */
  readonly from: number;
  readonly until: number;
}

/**
 * The signature of COS, sent as a header there and as a field of the body in the older storage API.
 *
 * @example
 * signCos({ method: 'GET', path: '/', params: { cors: '' }, headers: { host }, from, until: from + 900 }, keys);
 */
export function signCos(request: CosRequest, { secretId, secretKey }: Credentials): string {
  const { method, path, from, until } = request;
  const time = `${from};${until}`;
  const [params, headers] = [toList(request.params), toList(request.headers)];
  const http = [method.toLowerCase(), path, params.pairs, headers.pairs, ''].join('\n');
  const key = hmac(secretKey, time);
  const signature = hmac(key, ['sha1', time, createHash('sha1').update(http).digest('hex'), ''].join('\n'));
  return [
    'q-sign-algorithm=sha1',
    `q-ak=${secretId}`,
    `q-sign-time=${time}`,
    `q-key-time=${time}`,
    `q-header-list=${headers.names}`,
    `q-url-param-list=${params.names}`,
    `q-signature=${signature}`,
  ].join('&');
}

/** COS also encodes the characters that `encodeURIComponent` does not. */
export const encodeCos = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

function toList(values: Readonly<Record<string, string>>): { readonly names: string; readonly pairs: string } {
  const sorted = Object.entries(values)
    .map(([name, value]) => [encodeCos(name).toLowerCase(), encodeCos(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    names: sorted.map(([name]) => name).join(';'),
    pairs: sorted.map(([name, value]) => `${name}=${value}`).join('&'),
  };
}

const hmac = (key: string, text: string): string => createHmac('sha1', key).update(text).digest('hex');
