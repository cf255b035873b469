import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, META } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import { CONVERSATION_KEY } from '../../sessions/identity.ts';
import { isLogLevel, type LogLevelName } from './log-level.ts';

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

/** Without a prototype, because a key may be called `__proto__`. */
function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
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
