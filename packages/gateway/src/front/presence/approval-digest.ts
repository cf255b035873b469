import { hash } from 'node:crypto';
import type { Approval } from '@toolmark/api-contract';

/**
 * A digest of everything that is sent after an approval: the target and every byte. `undefined` if that is unknown, so
 * that it cannot be approved.
 */
export function approvalDigest({ server, tool, sent }: Pick<Approval, 'server' | 'tool' | 'sent'>): string | undefined {
  if (sent === null || sent.sha256 === null) return undefined;
  const headers = Object.entries(sent.headers).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([server, tool, sent.sha256, headers]), 'base64url');
}
