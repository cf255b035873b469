import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import {
  type Era,
  type JsonObject,
  META,
  MODERN_VERSION,
  type RpcError,
  settlesWithin,
  systemClock,
} from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import { isOwnError } from '../own-error.ts';
import { GOODBYE_MS, PROBE_TIMEOUT_MS } from './limits.ts';
import { toObject } from './message-reader.ts';
import type { Multiplexer } from './multiplexer.ts';
import type { Fault } from './wire.ts';

/** What a server says about itself, in either era. */
export interface Agreement {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  readonly serverInfo: JsonObject | undefined;
  readonly instructions: string | undefined;
}

export interface HandshakeOptions {
  readonly protocol: 'auto' | Era;
  readonly self: JsonObject;
  readonly signal: AbortSignal;
}

/** What we can do for a server of the older era: whatever it asks is passed on to the client that is calling. */
const CAPABILITIES: JsonObject = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/**
 * Finds out how a server wants to be spoken to, and leaves the multiplexer speaking so. A server that does not answer
 * `server/discover` for a while is sent `initialize` as well, and the first of both that it answers well counts: it may
 * be an old one that ignores what it does not know, or any that is slow to start.
 */
export async function shakeHands(mux: Multiplexer, options: HandshakeOptions): Promise<Result<Agreement, Fault>> {
  if (options.protocol === 'legacy') return initialize(mux, options);
  const isSettled = new AbortController();
  const both = { ...options, signal: AbortSignal.any([options.signal, isSettled.signal]) };
  try {
    const discovery = discover(mux, both);
    if (options.protocol === 'modern') return (await discovery) ?? err(NOT_MODERN);
    const early = await Promise.race([discovery, silence(both.signal)]);
    if (early !== 'silent') return early ?? (await initialize(mux, both));
    const initialization = initialize(mux, both);
    const late = await Promise.race([discovery, initialization]);
    if (late?.ok === true) return agree(mux, options.self, late);
    if (late === undefined) return await initialization;
    // A server answers in order, so that an answer to the first question would have come before, or is about to.
    await settlesWithin(discovery, GOODBYE_MS, systemClock, both.signal);
    isSettled.abort();
    const other = await discovery;
    return other?.ok === true ? agree(mux, options.self, other) : late;
  } finally {
    isSettled.abort();
  }
}

/** `undefined` where the server is none of 2026-07-28. */
async function discover(mux: Multiplexer, options: HandshakeOptions): Promise<Result<Agreement, Fault> | undefined> {
  mux.speak({ era: 'modern', version: MODERN_VERSION, self: options.self });
  let reply = await mux.request('server/discover', undefined, untimed(options.signal));
  // Refused, and in the same breath offered: asked for once more, as the specification wants it.
  if (reply.kind === 'error' && supportedBy(reply.error).includes(MODERN_VERSION)) {
    mux.speak({ era: 'modern', version: MODERN_VERSION, self: options.self });
    reply = await mux.request('server/discover', undefined, untimed(options.signal));
  }
  if (reply.kind === 'error') return otherModernVersion(reply.error);
  const found = reply.kind === 'result' ? reply.result : {};
  const versions = found['supportedVersions'];
  if (!Array.isArray(versions) || !versions.includes(MODERN_VERSION)) return undefined;
  const info = toObject(found['_meta'])[META.serverInfo];
  return ok(toAgreement('modern', MODERN_VERSION, found, info));
}

async function initialize(mux: Multiplexer, options: HandshakeOptions): Promise<Result<Agreement, Fault>> {
  mux.speak({ era: 'legacy', version: undefined, self: options.self });
  const params = { protocolVersion: NEWEST_LEGACY, capabilities: CAPABILITIES, clientInfo: options.self };
  const reply = await mux.request('initialize', params, untimed(options.signal));
  if (reply.kind === 'error') return err(refusal(reply.error));
  const found = reply.kind === 'result' ? reply.result : {};
  const version = found['protocolVersion'];
  if (typeof version !== 'string' || !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const shown = typeof version === 'string' ? `'${toPrintable(version, 40)}'` : 'none';
    const message = `The server wants to speak protocol revision ${shown}, which is not spoken here; update one of both.`;
    return err({ message, retryable: false });
  }
  return agree(mux, options.self, ok(toAgreement('legacy', version, found, found['serverInfo'])));
}

const NEWEST_LEGACY = SUPPORTED_PROTOCOL_VERSIONS[0] ?? '2025-11-25';

function agree(mux: Multiplexer, self: JsonObject, agreed: Result<Agreement, Fault>): Result<Agreement, Fault> {
  if (agreed.ok) mux.speak({ era: agreed.value.era, version: agreed.value.protocolVersion, self });
  return agreed;
}

function toAgreement(era: Era, protocolVersion: string, found: JsonObject, info: unknown): Agreement {
  const instructions = found['instructions'];
  return {
    era,
    protocolVersion,
    capabilities: toObject(found['capabilities']),
    serverInfo: isJsonObject(info) ? info : undefined,
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

/** A server that is newer than we are says which revisions it speaks; asking it to initialize would be of no use. */
function otherModernVersion(error: RpcError): Result<Agreement, Fault> | undefined {
  const versions = supportedBy(error);
  if (!versions.some((version) => version >= MODERN_VERSION)) return undefined;
  // It may still know one that is spoken here.
  if (versions.some((version) => SUPPORTED_PROTOCOL_VERSIONS.includes(version))) return undefined;
  const shown = toPrintable(versions.join(', '), 100);
  const message = `The server speaks only protocol revisions that are not spoken here (${shown}).`;
  return err({ message, retryable: false });
}

function supportedBy({ code, data }: RpcError): readonly string[] {
  const supported = code === UNSUPPORTED_VERSION ? toObject(data)['supported'] : undefined;
  return Array.isArray(supported) ? supported.filter((version) => typeof version === 'string') : [];
}

const UNSUPPORTED_VERSION = -32022;

function refusal(error: RpcError): Fault {
  const { code, message, data } = error;
  // Our own errors say all there is to say.
  if (isOwnError(error)) {
    const { status } = toObject(data);
    return { message, retryable: typeof status !== 'number' || !FINAL.test(String(status)) };
  }
  const said = toPrintable(message).replace(/\.$/, '') || 'no message';
  const advice =
    code === UNSUPPORTED_VERSION ? 'set its protocol to auto' : 'give it what it asks for, or look into its log';
  return { message: `The server answered the handshake with error ${code} (${said}); ${advice}.`, retryable: true };
}

/** Credentials are missing, or the address is another one. */
const FINAL = /^(3..|401|403|407)$/;

const NOT_MODERN: Fault = {
  message: "The server does not speak the 2026-07-28 protocol; set its protocol to 'auto'.",
  retryable: false,
};

// The attempt as a whole has a deadline, which the signal knows.
function untimed(signal: AbortSignal): { signal: AbortSignal; timeoutMs: number; maxTimeoutMs: number } {
  return { signal, timeoutMs: Number.POSITIVE_INFINITY, maxTimeoutMs: Number.POSITIVE_INFINITY };
}

function silence(signal: AbortSignal): Promise<'silent'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('silent'), PROBE_TIMEOUT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
