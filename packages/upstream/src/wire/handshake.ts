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

/** A server's self-description, in either era. */
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

/** Our client capabilities for a legacy server: all its questions are passed on to the calling client. */
const CAPABILITIES: JsonObject = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/**
 * Detects a server's era and configures the multiplexer for it. A server that does not answer `server/discover` for a
 * while also gets `initialize`, and the first valid answer counts: it may be a legacy server that ignores unknown
 * methods, or a slow one.
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
    // Servers answer in order, so an answer to `server/discover` has arrived or is about to.
    await settlesWithin(discovery, GOODBYE_MS, systemClock, both.signal);
    isSettled.abort();
    const other = await discovery;
    return other?.ok === true ? agree(mux, options.self, other) : late;
  } finally {
    isSettled.abort();
  }
}

/** `undefined` if the server does not speak 2026-07-28. */
async function discover(mux: Multiplexer, options: HandshakeOptions): Promise<Result<Agreement, Fault> | undefined> {
  mux.speak({ era: 'modern', version: MODERN_VERSION, self: options.self });
  let reply = await mux.request('server/discover', undefined, untimed(options.signal));
  // The refusal lists our version as supported: retry once, as the specification requires.
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
    const message = `The server requires protocol revision ${shown}, which Toolmark does not support; update one of them.`;
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

/** A newer server lists the revisions it supports, so `initialize` would fail too. */
function otherModernVersion(error: RpcError): Result<Agreement, Fault> | undefined {
  const versions = supportedBy(error);
  if (!versions.some((version) => version >= MODERN_VERSION)) return undefined;
  // It may support a legacy revision that we support.
  if (versions.some((version) => SUPPORTED_PROTOCOL_VERSIONS.includes(version))) return undefined;
  const shown = toPrintable(versions.join(', '), 100);
  const message = `The server only supports protocol revisions that Toolmark does not support (${shown}).`;
  return err({ message, retryable: false });
}

function supportedBy({ code, data }: RpcError): readonly string[] {
  const supported = code === UNSUPPORTED_VERSION ? toObject(data)['supported'] : undefined;
  return Array.isArray(supported) ? supported.filter((version) => typeof version === 'string') : [];
}

const UNSUPPORTED_VERSION = -32022;

function refusal(error: RpcError): Fault {
  const { code, message, data } = error;
  // Our own errors are specific enough.
  if (isOwnError(error)) {
    const { status } = toObject(data);
    return { message, retryable: typeof status !== 'number' || !FINAL.test(String(status)) };
  }
  const said = toPrintable(message).replace(/\.$/, '') || 'no message';
  const advice =
    code === UNSUPPORTED_VERSION ? 'set its protocol to auto' : 'provide what it asks for, or read its log';
  return { message: `The server answered the handshake with error ${code} (${said}); ${advice}.`, retryable: true };
}

/** Credentials are missing, or the address is wrong. */
const FINAL = /^(3..|401|403|407)$/;

const NOT_MODERN: Fault = {
  message: "The server does not support the 2026-07-28 protocol; set its protocol to 'auto'.",
  retryable: false,
};

// No timeout of its own: the signal carries the deadline of the whole attempt.
function untimed(signal: AbortSignal): { signal: AbortSignal; timeoutMs: number; maxTimeoutMs: number } {
  return { signal, timeoutMs: Number.POSITIVE_INFINITY, maxTimeoutMs: Number.POSITIVE_INFINITY };
}

function silence(signal: AbortSignal): Promise<'silent'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('silent'), PROBE_TIMEOUT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
