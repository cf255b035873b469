import { ok, type Result } from '@toolmark/annotations';
import { type Approval, type ApprovalList, approvalListSchema } from '@toolmark/api-contract';
import type { GatewayClient, Refusal } from '../gateway-client.ts';

/** Several pages joined. */
export interface ListedApprovals {
  readonly list: ApprovalList;
  /** The raw answer, including fields that this version does not know. */
  readonly json: unknown;
}

/** The API's page size limit. */
const PAGE = 100;

/** Approvals up to a limit, page by page. New ones shift the pages, so duplicates are dropped. */
export async function listApprovals(
  gateway: GatewayClient,
  filter: URLSearchParams,
  limit: number,
): Promise<Result<ListedApprovals, Refusal>> {
  const found = new Map<string, { readonly approval: Approval; readonly json: unknown }>();
  const query = new URLSearchParams(filter);
  for (let offset = 0; ; ) {
    query.set('limit', String(Math.min(PAGE, limit - found.size)));
    query.set('offset', String(offset));
    const answer = await gateway.request('GET', `/approvals?${query}`, approvalListSchema);
    if (!answer.ok) return answer;
    const { value: page, json: raw } = answer.value;
    // The cast is safe: the schema has checked that there is such a list.
    const jsons = (raw as { readonly approvals: readonly unknown[] }).approvals;
    for (const [index, approval] of page.approvals.entries()) found.set(approval.id, { approval, json: jsons[index] });
    offset += page.approvals.length;
    if (page.approvals.length === 0 || offset >= page.total || found.size >= limit) {
      const all = [...found.values()];
      const whole = { ...page, limit, offset: 0 };
      return ok({
        list: { ...whole, approvals: all.map(({ approval }) => approval) },
        json: { ...(raw as object), ...whole, approvals: all.map(({ json }) => json) },
      });
    }
  }
}
