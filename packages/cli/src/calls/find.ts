import { err, type Result } from '@toolmark/annotations';
import { type ToolCallDetail, toolCallDetailSchema } from '@toolmark/api-contract';
import type { Answer, GatewayClient, Refusal } from '../gateway-client.ts';
import { toCount } from '../text/amounts.ts';
import { ambiguousId } from '../text/short-ids.ts';
import { listCalls } from './list.ts';

/** How many candidates to read. */
const MAX_CANDIDATES = 5_000;
/** This much of an id determines the minute; less would mean hours or years. */
const MIN_LENGTH = 8;

/** Years of five digits have another notation, which the gateway rejects. */
const LAST_MOMENT = Date.UTC(10_000, 0) - 1;

/**
 * Finds a call by its id or the start of it. Ids contain the start time, so a prefix gives the time range to search: 8
 * characters are one minute.
 */
export async function findCall(text: string, gateway: GatewayClient): Promise<Result<Answer<ToolCallDetail>, Refusal>> {
  const exact = await getCall(text, gateway);
  if (exact.ok || (exact.error.status !== 404 && exact.error.status !== 400)) return exact;
  if (/^[0-9a-f]{1,7}$/i.test(text)) {
    return none(`'${text}' is too short for an id: give its first ${MIN_LENGTH} characters or more.`);
  }
  const times = timesOf(text);
  if (times === undefined) return exact;
  const found = await listCalls(gateway, times, MAX_CANDIDATES);
  if (!found.ok) return found;
  const { tool_calls: calls, next_cursor: next } = found.value.list;
  const ids = calls.map(({ id }) => id).filter((id) => id.startsWith(text.toLowerCase()));
  const [id] = ids;
  if (ids.length > 1) return none(ambiguousId(text, ids, next === null));
  if (next !== null) {
    return none(`More than ${toCount(MAX_CANDIDATES)} calls started at the time of '${text}'. Give more of the id.`);
  }
  return id === undefined ? exact : await getCall(id, gateway);
}

const none = (message: string): Result<never, Refusal> => err({ status: 404, message });

function getCall(id: string, gateway: GatewayClient): Promise<Result<Answer<ToolCallDetail>, Refusal>> {
  return gateway.request('GET', `/tool-calls/${encodeURIComponent(id)}`, toolCallDetailSchema);
}

/** The time range of ids with this prefix, as query parameters; `undefined` if the prefix is too short. */
function timesOf(text: string): URLSearchParams | undefined {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{0,4}(?:-[0-9a-f-]*)?)?$/i.test(text)) return undefined;
  const span = spanOfId(text);
  return span && new URLSearchParams({ from: span.from.toISOString(), to: span.to.toISOString() });
}

/** The time range of ids with this prefix; `undefined` if the id contains no time. */
export function spanOfId(id: string): { readonly from: Date; readonly to: Date } | undefined {
  const digits = id.replaceAll('-', '').slice(0, 12);
  const from = Number.parseInt(digits.padEnd(12, '0'), 16);
  const to = Number.parseInt(digits.padEnd(12, 'f'), 16) + 1;
  if (!/^[0-9a-f]+$/i.test(digits) || to > LAST_MOMENT) return undefined;
  return { from: new Date(from), to: new Date(to) };
}
