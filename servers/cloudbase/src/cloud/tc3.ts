// Own signing, because the official SDKs cannot run inside a stdio server: cos-nodejs-sdk-v5 3.0 depends on a fork of the
// deprecated `request`, and @cloudbase/manager-node prints to stdout and crashes the process by unhandled rejections.
import { createHash, createHmac } from 'node:crypto';
import type { Credentials } from '../session/session.ts';

export interface Tc3Request {
  readonly method: string;
  /** The address of the request: host, path and query are part of the signature. */
  readonly url: URL;
  readonly service: string;
  /** The headers to sign, beside `host`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In seconds. */
  readonly timestamp: number;
}

const ALGORITHM = 'TC3-HMAC-SHA256';

/**
 * The header `Authorization` of a request to Cloud API 3.0.
 *
 * @example
 * signTc3({ method: 'POST', url, service: 'tcb', headers: { 'content-type': 'application/json' }, body: '{}', timestamp }, keys);
 */
export function signTc3(request: Tc3Request, { secretId, secretKey }: Credentials): string {
  const { service, timestamp } = request;
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const { canonical, signedHeaders } = toCanonical(request);
  const toSign = [ALGORITHM, timestamp, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const signature = hmac(key, toSign).toString('hex');
  return `${ALGORITHM} Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

function toCanonical({ method, url, headers, body }: Tc3Request): {
  readonly canonical: string;
  readonly signedHeaders: string;
} {
  const signed = Object.entries({ ...headers, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().toLowerCase()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const signedHeaders = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonical = [method, url.pathname, url.search.slice(1), lines, signedHeaders, sha256(body)].join('\n');
  return { canonical, signedHeaders };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
