import { err, type Result } from '@toolmark/annotations';
import { type ToolCallDetail, toolCallDetailSchema } from '@toolmark/api-contract';
import type { Answer, GatewayClient, Refusal } from '../gateway-client.ts';
import { several } from '../text/short-ids.ts';
import { listCalls } from './list.ts';

/** How many calls of the same moments are looked at. */
const MOST_CANDIDATES = 5_000;

/**
 * A call by its id, or by the beginning of it. The id says when the call began, so its beginning says between which moments to
 * look: 8 characters are a minute.
 */
export async function findCall(text: string, gateway: GatewayClient): Promise<Result<Answer<ToolCallDetail>, Refusal>> {
  const exact = await getCall(text, gateway);
  if (exact.ok || (exact.error.status !== 404 && exact.error.status !== 400)) return exact;
  const times = timesOf(text);
  if (times === undefined) return exact;
  const found = await listCalls(gateway, times, MOST_CANDIDATES);
  if (!found.ok) return found;
  const ids = found.value.list.tool_calls.map(({ id }) => id).filter((id) => id.startsWith(text.toLowerCase()));
  const [id] = ids;
  if (id === undefined) return exact;
  return ids.length === 1 ? await getCall(id, gateway) : err({ status: 404, message: several(text, ids) });
}

function getCall(id: string, gateway: GatewayClient): Promise<Result<Answer<ToolCallDetail>, Refusal>> {
  return gateway.request('GET', `/tool-calls/${encodeURIComponent(id)}`, toolCallDetailSchema);
}

/** Between which moments calls began whose ids begin so; `undefined` where too little is said. */
function timesOf(text: string): URLSearchParams | undefined {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{0,4}(?:-[0-9a-f-]*)?)?$/i.test(text)) return undefined;
  const digits = text.replaceAll('-', '').slice(0, 12);
  const from = Number.parseInt(digits.padEnd(12, '0'), 16);
  const to = Number.parseInt(digits.padEnd(12, 'f'), 16) + 1;
  // The last moment that a date can hold.
  if (to > 8.64e15) return undefined;
  return new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
}
