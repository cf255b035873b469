import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Accounts } from '../accounts.ts';
import { type EmulatorRequest, headerOf } from '../exchange.ts';
import { Refusal } from '../refusal.ts';

/** The maximum age of a request. */
const MAX_SKEW_SECONDS = 300;

const FORM =
  /^TC3-HMAC-SHA256\s+Credential=([^/\s]+)\/(\d{4}-\d{2}-\d{2})\/([a-z]+)\/tc3_request,\s*SignedHeaders=([a-z0-9;-]+),\s*Signature=([0-9a-f]{64})$/;

/** Throws a refusal unless the request has a recent signature (TC3-HMAC-SHA256) for this service by known keys. */
export function verifyTc3(request: EmulatorRequest, service: string, accounts: Accounts, now: Date): void {
  const authorization = headerOf(request, 'authorization');
  if (authorization === undefined)
    throw new Refusal('MissingParameter', 'The request misses a required parameter `Authorization`.');
  const [, secretId = '', date = '', signedFor, signedHeaders = '', signature = ''] = FORM.exec(authorization) ?? [];
  if (signature === '')
    throw new Refusal('AuthFailure.InvalidAuthorization', 'The Authorization header is not of the form of TC3.');
  if (signedFor !== service)
    throw failed(`The credential is for the service ${signedFor}, and the request is for ${service}.`);
  const headers = signedHeaders.split(';');
  if (!headers.includes('host') || !headers.includes('content-type'))
    throw failed('The signed headers must include content-type and host.');
  const timestamp = Number(headerOf(request, 'x-tc-timestamp') ?? Number.NaN);
  if (!(Math.abs(now.getTime() / 1000 - timestamp) <= MAX_SKEW_SECONDS))
    throw new Refusal('AuthFailure.SignatureExpire', 'The signature has expired.');
  if (new Date(timestamp * 1000).toISOString().slice(0, 10) !== date)
    throw failed('The date of the credential is not the one of the timestamp.');
  const secret = accounts.secretOf(secretId, headerOf(request, 'x-tc-token'));
  // Tencent's libraries disagree about the port: some sign it, some do not.
  const matches = hostsOf(request.host).some((host) =>
    isEqual(signature, expected({ request, host, headers, timestamp, date, service, secret })),
  );
  if (!matches)
    throw failed('The provided credentials could not be validated. Please check your signature is correct.');
}

interface Signed {
  readonly request: EmulatorRequest;
  readonly host: string;
  readonly headers: readonly string[];
  readonly timestamp: number;
  readonly date: string;
  readonly service: string;
  readonly secret: string;
}

function expected({ request, host, headers, timestamp, date, service, secret }: Signed): string {
  const lookUp = (name: string): string =>
    (name === 'host' ? host : (headerOf(request, name) ?? '')).trim().toLowerCase();
  const canonical = [
    request.method,
    request.path,
    request.queryText,
    ...headers.map((name) => `${name}:${lookUp(name)}`),
    '',
    headers.join(';'),
    sha256(request.body),
  ].join('\n');
  const scope = `${date}/${service}/tc3_request`;
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>(
    (last, next) => createHmac('sha256', last).update(next).digest(),
    `TC3${secret}`,
  );
  return createHmac('sha256', key)
    .update(['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n'))
    .digest('hex');
}

const hostsOf = (host: string): readonly string[] => [...new Set([host, host.replace(/:\d+$/, '')])];

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

export const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const failed = (message: string): Refusal => new Refusal('AuthFailure.SignatureFailure', message);
