import { createHmac, randomInt } from 'node:crypto';
import type { Accounts } from '../accounts.ts';
import { Refusal } from '../refusal.ts';
import { isEqual } from './verify-tc3.ts';

const DIGEST_BYTES = 20;

/**
 * The signature of earlier versions of COS, which the bucket for temporary uploads still accepts: it allows every method on one path
 * for a limited time.
 */
export function issueLegacySign({ main }: Accounts, path: string, now: Date, seconds: number): string {
  const from = Math.floor(now.getTime() / 1000);
  const text = `a=0&b=temporary&k=${main.secretId}&e=${from + seconds}&t=${from}&r=${randomInt(1e9)}&f=${encodeURIComponent(path)}`;
  return Buffer.concat([hmacSha1(main.secretKey, text), Buffer.from(text)]).toString('base64');
}

/** `undefined` for a signature of another format; else throws unless it is valid for this path. */
export function verifyLegacySign(given: string, path: string, accounts: Accounts, now: Date): true | undefined {
  const bytes = Buffer.from(given, 'base64');
  const text = bytes.subarray(DIGEST_BYTES).toString();
  if (!/^a=[^&]*&b=/.test(text)) return undefined;
  const parts = new URLSearchParams(text);
  const expected = hmacSha1(accounts.secretOf(parts.get('k') ?? '', accounts.main.token), text);
  if (!isEqual(bytes.subarray(0, DIGEST_BYTES).toString('hex'), expected.toString('hex')))
    throw new Refusal('SignatureDoesNotMatch', 'The Signature you specified is invalid.', 403);
  if (Number(parts.get('e')) < now.getTime() / 1000) throw new Refusal('AccessDenied', 'Request has expired', 403);
  // The root path is used to list unfinished uploads.
  if (path !== '/' && parts.get('f') !== path) throw new Refusal('AccessDenied', 'Access Denied.', 403);
  return true;
}

const hmacSha1 = (key: string, text: string): Buffer => createHmac('sha1', key).update(text).digest();
