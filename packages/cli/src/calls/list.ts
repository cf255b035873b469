import { ok, type Result } from '@toolmark/annotations';
import { type ToolCall, type ToolCallList, toolCallListSchema } from '@toolmark/api-contract';
import type { GatewayClient, Refusal } from '../gateway-client.ts';

/** Several pages joined. */
export interface ListedCalls {
  readonly list: ToolCallList;
  /** The raw answer, including fields that this version does not know. */
  readonly json: unknown;
}

/** The API's page size limit. */
const PAGE = 1_000;

/** The newest matching calls up to a limit, page by page. Cursors keep pages stable while new calls are recorded. */
export async function listCalls(
  gateway: GatewayClient,
  filter: URLSearchParams,
  limit: number,
): Promise<Result<ListedCalls, Refusal>> {
  const calls: ToolCall[] = [];
  const json: unknown[] = [];
  const query = new URLSearchParams(filter);
  for (;;) {
    query.set('limit', String(Math.min(PAGE, limit - calls.length)));
    const answer = await gateway.request('GET', `/tool-calls?${query}`, toolCallListSchema);
    if (!answer.ok) return answer;
    const { value: page, json: raw } = answer.value;
    calls.push(...page.tool_calls);
    json.push(...(raw as { readonly tool_calls: readonly unknown[] }).tool_calls);
    const { next_cursor: cursor } = page;
    if (cursor === null || calls.length >= limit || page.tool_calls.length === 0) {
      const whole = { ...page, limit, offset: 0 };
      return ok({ list: { ...whole, tool_calls: calls }, json: { ...(raw as object), ...whole, tool_calls: json } });
    }
    query.set('cursor', cursor);
  }
}
