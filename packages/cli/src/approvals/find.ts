import { err, type Result } from '@toolmark/annotations';
import { type Approval, approvalSchema, type SentParams, sentParamsSchema } from '@toolmark/api-contract';
import type { Answer, GatewayClient, Refusal } from '../gateway-client.ts';
import { ambiguousId, idTooShort } from '../text/short-ids.ts';
import { listApprovals } from './list.ts';

/** More than a gateway keeps open, plus days of answered ones. */
const MAX_CANDIDATES = 1_000;

/**
 * Finds an approval by its id or the start of it. Answered ones count too, so that the start of an answered one's id
 * never matches an open one.
 */
export async function findApproval(text: string, gateway: GatewayClient): Promise<Result<Answer<Approval>, Refusal>> {
  const little = idTooShort(text);
  if (little !== undefined) return err({ status: undefined, message: little });
  const exact = await getApproval(text, gateway);
  if (exact.ok || (exact.error.status !== 404 && exact.error.status !== 400)) return exact;
  const ids = new Set<string>();
  for (const status of ['pending', 'all']) {
    const found = await listApprovals(gateway, new URLSearchParams({ status }), MAX_CANDIDATES);
    // Without a record only the waiting ones are known.
    if (!found.ok && found.error.error === 'record_unavailable' && status === 'all') break;
    if (!found.ok) return found;
    for (const { id } of found.value.list.approvals) if (id.startsWith(text.toLowerCase())) ids.add(id);
  }
  const [id] = ids;
  if (ids.size > 1) return err({ status: 404, message: ambiguousId(text, [...ids]) });
  if (id !== undefined) return await getApproval(id, gateway);
  return err({ status: 404, message: `${exact.error.message} List the waiting ones: toolmark approvals` });
}

/** Fetches the complete parameters of a waiting call. */
export function fetchSentParams(id: string, gateway: GatewayClient): Promise<Result<Answer<SentParams>, Refusal>> {
  return gateway.request('GET', `/approvals/${encodeURIComponent(id)}/params`, sentParamsSchema);
}

export function getApproval(id: string, gateway: GatewayClient): Promise<Result<Answer<Approval>, Refusal>> {
  return gateway.request('GET', `/approvals/${encodeURIComponent(id)}`, approvalSchema);
}
