import { isJsonObject } from '@toolmark/annotations';
import { encodeHeaderValue, type JsonObject, META } from '@toolmark/base';
import type { ForwardedParams } from '@toolmark/record';
import { headerTextOf, valueAt } from '../catalog/param-values.ts';
import type { Call } from '../model/call.ts';
import type { Caller } from '../model/caller.ts';
import type { ParamHeader } from '../model/catalog.ts';
import { CONVERSATION_KEY } from '../sessions/identity.ts';
import { isLogLevel, type LogLevelName } from './era/log-level.ts';

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

/** What is relayed to the server: the params of a call, without what was an answer to us. States of a server go back to it. */
export const outgoingParams = ({ params, isContinued }: Pick<Call, 'params' | 'isContinued'>): JsonObject =>
  isContinued ? params : withoutAnswer(params);

/** Whether a request goes on with an earlier one. A server need not hand out a state: then only the answers say so. */
export const comesBack = (params: JsonObject): boolean =>
  typeof params['requestState'] === 'string' || params['inputResponses'] !== undefined;

/** The params without what was an answer to us: that is not the server's. */
function withoutAnswer(params: JsonObject): JsonObject {
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

/** Without a prototype, because a key may be called `__proto__`. */
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

/** What stands in the `_meta` of a request, told apart. */
export interface Envelope {
  /** Under which the client wants to hear of progress. */
  readonly progressToken: string | number | undefined;
  /** From which level on a 2026-07-28 client wants log messages of this request. */
  readonly logLevel: LogLevelName | undefined;
  /** The rest, which goes on to the server; `undefined` when there is none. */
  readonly rest: JsonObject | undefined;
}

const EMPTY: Envelope = { progressToken: undefined, logLevel: undefined, rest: undefined };

/** These describe the hop they travel on. The next hop gets its own. */
const OF_ONE_HOP: ReadonlySet<string> = new Set([
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
    if (OF_ONE_HOP.has(key)) continue;
    rest ??= emptyObject();
    rest[key] = meta[key];
  }
  const token = meta['progressToken'];
  const level = meta[META.logLevel];
  return {
    progressToken: typeof token === 'string' || typeof token === 'number' ? token : undefined,
    logLevel: isLogLevel(level) ? level : undefined,
    rest,
  };
}

/** The params that go to the server: its own names, no envelope of another hop, everything else as it came. */
export function paramsForServer(params: JsonObject, names: JsonObject, meta: JsonObject | undefined): JsonObject {
  if (meta !== undefined) return { ...params, ...names, _meta: meta };
  if (params['_meta'] === undefined) return { ...params, ...names };
  const { _meta, ...rest } = params;
  return { ...rest, ...names };
}

/** Extensions that need nothing of those in between but what is relayed anyway. */
const RELAYED_EXTENSIONS: ReadonlySet<string> = new Set(['io.modelcontextprotocol/ui']);

/** Capabilities, of either side, that hold across the gateway: tasks would need methods that are not relayed. */
export function relayedCapabilities(capabilities: JsonObject): JsonObject {
  if (capabilities['extensions'] === undefined && capabilities['tasks'] === undefined) return capabilities;
  const { extensions, tasks, ...relayed } = capabilities;
  if (!isJsonObject(extensions)) return relayed;
  const kept = Object.entries(extensions).filter(([name]) => RELAYED_EXTENSIONS.has(name));
  return kept.length === 0 ? relayed : { ...relayed, extensions: Object.fromEntries(kept) };
}

/** What a server may count on when it works for this caller. */
export function capabilitiesOf(caller: Caller): JsonObject {
  const relayed = relayedCapabilities(caller.capabilities);
  if (caller.era === 'modern' || caller.ask !== undefined) return relayed;
  const { elicitation, sampling, roots, ...silent } = relayed;
  return silent;
}

/**
 * Only what clients mirror from arguments goes on, whatever else might ever be in here: never credentials. What was made of the
 * arguments here goes before what a caller says of them.
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
