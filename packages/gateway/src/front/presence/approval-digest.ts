import { hash } from 'node:crypto';
import type { Approval } from '@toolmark/api-contract';

/**
 * Of everything that leaves once an approval is given: where to, and each byte of it. `undefined` where that is not known, so that
 * nothing can be agreed to.
 */
export function approvalDigest({ server, tool, sent }: Pick<Approval, 'server' | 'tool' | 'sent'>): string | undefined {
  if (sent === null || sent.sha256 === null) return undefined;
  const headers = Object.entries(sent.headers).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([server, tool, sent.sha256, headers]), 'base64url');
}
