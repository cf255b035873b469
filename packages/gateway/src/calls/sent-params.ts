import { isJsonObject } from '@toolmark/annotations';
import { encodeHeaderValue, type JsonObject, META } from '@toolmark/base';
import type { ForwardedParams } from '@toolmark/record';
import { headerTextOf, valueAt } from '../catalog/param-values.ts';
import type { Call } from '../model/call.ts';
import type { Caller } from '../model/caller.ts';
import type { ParamHeader } from '../model/catalog.ts';
import { isLogLevel, type LogLevelName } from '../model/log-level.ts';
import { CONVERSATION_KEY } from '../sessions/identity.ts';

/**
 * The `params` of a call as they go to its server: with the server's name for the tool, without answers to the gateway and without the
 * envelope of the client's hop. The wire adds our own envelope to `_meta`: protocol version, progress token, the client's name and
 * capabilities. The server reads the `JSON.stringify` of it, in the same order of members and with the same digits.
 *
 * @example
 * sentParams(call) // { name: 'delete_note', arguments: { id: 7 }, _meta: { 'acme/tenant': 'prod' } }
 */
export function sentParams({ params, tool, name }: Pick<Call, 'params' | 'tool' | 'name'>): JsonObject {
  const given = withoutAnswer(params);
  return paramsForServer(given, { name: tool?.definition.name ?? name }, readEnvelope(given).rest);
}

/** The params to relay to the server: without answers to the gateway. A state that the server issued goes back to it. */
export const outgoingParams = ({ params, isContinued }: Pick<Call, 'params' | 'isContinued'>): JsonObject =>
  isContinued ? params : withoutAnswer(params);

/** Whether a request continues an earlier one. A server need not issue a state, so answers alone count too. */
export const continuesRequest = (params: JsonObject): boolean =>
  typeof params['requestState'] === 'string' || params['inputResponses'] !== undefined;

/** The params without an answer to the gateway, which is not for the server. */
function withoutAnswer(params: JsonObject): JsonObject {
  if (!isApprovalState(params['requestState'])) return params;
  const { requestState, inputResponses, ...rest } = params;
  return rest;
}

/**
 * The params of a call as they are recorded and approved: without the tool's name and the envelope that the gateway writes itself
 * (protocol version, progress token, the client's name and capabilities).
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
  // Answers with one of our own states are for us. The server may be a gateway too; its states look like ours but go back to it.
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

/** The caller's headers, without those that mirror an argument: they repeat it, and the gateway overwrites them before sending. */
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

/** An object without a prototype, because a key may be `__proto__`. */
const emptyObject = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/**
 * The `Mcp-Param-*` headers that a 2026-07-28 tool requires for these arguments. Its server refuses a call without them, and older
 * clients and clients on stdio send none.
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

/** The state that a 2026-07-28 client returns with. The prefix distinguishes it from states of servers even after it expired. */
export const toApprovalState = (secret: string): string => `${PREFIX}${secret}`;

export const isApprovalState = (state: unknown): state is string =>
  typeof state === 'string' && state.startsWith(PREFIX);

/** The parts of a request's `_meta`. */
export interface Envelope {
  /** The token for progress notifications. */
  readonly progressToken: string | number | undefined;
  /** The lowest level of log messages that a 2026-07-28 client wants for this request. */
  readonly logLevel: LogLevelName | undefined;
  /** The members that go on to the server; `undefined` if there are none. */
  readonly rest: JsonObject | undefined;
}

const EMPTY: Envelope = { progressToken: undefined, logLevel: undefined, rest: undefined };

/** These describe one hop only. The next hop gets its own. */
const HOP_KEYS: ReadonlySet<string> = new Set([
  'progressToken',
  META.protocolVersion,
  META.clientInfo,
  META.clientCapabilities,
  CONVERSATION_KEY,
]);

export function readEnvelope(params: JsonObject): Envelope {
  const meta = params['_meta'];
  if (!isJsonObject(meta)) return EMPTY;
  let rest: Record<string, unknown> | undefined;
  for (const key in meta) {
    if (HOP_KEYS.has(key)) continue;
    rest ??= emptyObject();
    rest[key] = meta[key];
  }
  const token = meta['progressToken'];
  const level = meta[META.logLevel];
  return {
    progressToken: typeof token === 'string' || typeof token === 'number' ? token : undefined,
    // Few requests name a level.
    logLevel: level !== undefined && isLogLevel(level) ? level : undefined,
    rest,
  };
}

/** The params that go to the server: with its own names and this `_meta`, everything else as it arrived. */
export function paramsForServer(params: JsonObject, names: JsonObject, meta: JsonObject | undefined): JsonObject {
  if (meta !== undefined) return { ...params, ...names, _meta: meta };
  if (params['_meta'] === undefined) return { ...params, ...names };
  const { _meta, ...rest } = params;
  return { ...rest, ...names };
}

/** Extensions that work through a gateway that only relays. */
const RELAYED_EXTENSIONS: ReadonlySet<string> = new Set(['io.modelcontextprotocol/ui']);

/** The capabilities of either side that work across the gateway: tasks would need methods that are not relayed. */
export function relayedCapabilities(capabilities: JsonObject): JsonObject {
  if (capabilities['extensions'] === undefined && capabilities['tasks'] === undefined) return capabilities;
  const { extensions, tasks, ...relayed } = capabilities;
  if (!isJsonObject(extensions)) return relayed;
  const kept = Object.entries(extensions).filter(([name]) => RELAYED_EXTENSIONS.has(name));
  return kept.length === 0 ? relayed : { ...relayed, extensions: Object.fromEntries(kept) };
}

/** The capabilities that a server may use for this caller. */
export function capabilitiesOf(caller: Caller): JsonObject {
  const relayed = relayedCapabilities(caller.capabilities);
  if (caller.era === 'modern' || caller.ask !== undefined) return relayed;
  const { elicitation, sampling, roots, ...unaskable } = relayed;
  return unaskable;
}

/**
 * Passes on only `Mcp-Param-*` headers, so that credentials can never leave with them. Headers that the gateway made from the arguments
 * override those of the caller.
 */
export function headersForServer(
  headers: Readonly<Record<string, string>>,
  mirrored?: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (mirrored !== undefined) return { ...headersForServer(headers), ...mirrored };
  let foreign = false;
  for (const name in headers) if (!name.startsWith('mcp-param-')) foreign = true;
  if (!foreign) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('mcp-param-')));
}
