import { encodeHeaderValue, type JsonObject } from '@toolmark/base';
import type { ForwardedParams } from '@toolmark/record';
import { headerTextOf, valueAt } from '../catalog/param-values.ts';
import type { Call } from '../model/call.ts';
import type { ParamHeader } from '../model/catalog.ts';
import { headersForServer, paramsForServer, readEnvelope } from './era/envelope.ts';

/**
 * The `params` of a call as they go to its server: the server's name for the tool, no answer to us, no envelope of the client's hop.
 * The wire adds to its `_meta` what describes our own hop: protocol version, progress token, the client's name and capabilities.
 * `JSON.stringify` of it is what the server reads, member by member in the same order and with the same digits.
 *
 * @example
 * sentParams(call) // { name: 'delete_note', arguments: { id: 7 }, _meta: { 'acme/tenant': 'prod' } }
 */
export function sentParams({ params, tool, name }: Pick<Call, 'params' | 'tool' | 'name'>): JsonObject {
  const given = withoutAnswer(params);
  return paramsForServer(given, { name: tool?.definition.name ?? name }, readEnvelope(given).rest);
}

/** The params without what was an answer to us: that is not the server's. */
export function withoutAnswer(params: JsonObject): JsonObject {
  if (!isApprovalState(params['requestState'])) return params;
  const { requestState, inputResponses, ...rest } = params;
  return rest;
}

/**
 * What a call sends to its server, for whoever records it or decides about it. It leaves out the tool's name, and what the gateway
 * writes itself on every hop: protocol version, progress token, the client's name and capabilities.
 *
 * @example
 * forwardedParams(call) // { arguments: { id: 7 }, others: { _meta: { 'acme/tenant': 'prod' } }, headers: undefined }
 */
export function forwardedParams(
  call: Pick<Call, 'params' | 'arguments' | 'caller' | 'tool' | 'isContinued'>,
): ForwardedParams {
  return { arguments: call.arguments, others: othersOf(call), headers: headersOf(call) };
}

const SEPARATE: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);
const ANSWERS: ReadonlySet<string> = new Set(['requestState', 'inputResponses']);

function othersOf({ params, isContinued }: Pick<Call, 'params' | 'isContinued'>): JsonObject | undefined {
  // Answers that come with one of our own states are for us. A server may be a gateway too: its states go back to it.
  const isAnswerToUs = !isContinued && isApprovalState(params['requestState']);
  let others: Record<string, unknown> | undefined;
  for (const key in params) {
    if (SEPARATE.has(key) || (isAnswerToUs && ANSWERS.has(key)) || params[key] === undefined) continue;
    others ??= emptyObject();
    others[key] = params[key];
  }
  if (params['_meta'] === undefined) return others;
  const { rest } = readEnvelope(params);
  if (rest === undefined) return others;
  others ??= emptyObject();
  others['_meta'] = rest;
  return others;
}

/** A header that repeats an argument says nothing new; a caller's own value for it is replaced before it leaves. */
function headersOf({
  caller,
  tool,
  arguments: args,
}: Pick<Call, 'caller' | 'tool' | 'arguments'>): Readonly<Record<string, string>> | undefined {
  const sent = headersForServer(caller.headers);
  const names = Object.keys(sent);
  if (names.length === 0) return undefined;
  const mirrored = mirrorParams(tool?.paramHeaders ?? [], args);
  const own = names.filter((name) => !Object.hasOwn(mirrored, name));
  return own.length === 0 ? undefined : Object.fromEntries(own.map((name) => [name, sent[name] ?? '']));
}

const emptyObject = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/**
 * The `Mcp-Param-*` headers that a tool of 2026-07-28 wants with these arguments. Its server refuses a call without them, and
 * neither older clients nor those on stdio send any.
 *
 * @example
 * mirrorParams([{ header: 'mcp-param-region', path: ['region'] }], { region: 'eu' }) // { 'mcp-param-region': 'eu' }
 */
export function mirrorParams(
  declared: readonly ParamHeader[],
  args: JsonObject | undefined,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { header, path } of declared) {
    const text = headerTextOf(valueAt(args, path));
    if (text !== undefined) headers[header] = encodeHeaderValue(text);
  }
  return headers;
}

const PREFIX = 'toolmark-approval.';

/** What a client of 2026-07-28 comes back with. It can be told from the states of servers, even when nobody knows it any more. */
export const toApprovalState = (secret: string): string => `${PREFIX}${secret}`;

export const isApprovalState = (state: unknown): state is string =>
  typeof state === 'string' && state.startsWith(PREFIX);
