import type { EffectiveHint } from '@toolmark/annotations';
import type { CallStatusName } from '@toolmark/api-contract';
import { createLru, type JsonObject } from '@toolmark/base';
import type { CallSession } from '../model/call.ts';
import type { Caller } from '../model/caller.ts';
import type { CatalogTool } from '../model/catalog.ts';
import { NEW_SESSION, type RiskName } from '../model/policy-call.ts';
import { createIdentify, idOfConversation } from './identity.ts';

/** The history of open sessions, for the decision about their next call. Kept whether calls are recorded or not. */
export interface SessionLedger {
  /** A promise for a named conversation that may be older than this gateway: its stored history is loaded first. */
  readonly of: (use: SessionUse) => CallSession | Promise<CallSession>;
  readonly forget: (protocolSession: string) => void;
}

/** The part of a call that identifies its session. */
interface SessionUse {
  readonly caller: Caller;
  readonly params: JsonObject;
}

export interface LedgerDeps {
  readonly now: () => number;
  /** A session ends after this long without a call. */
  readonly idleMs: number;
  /** The stored history of a session; `undefined` if there is none. Rejects if the store cannot be read. */
  readonly stored: (id: string) => Promise<StoredSession | undefined>;
}

export interface StoredSession {
  /** The risks that its calls may have added. */
  readonly risks: readonly RiskName[];
  readonly calls: number;
}

/** Some hundred bytes each. Beyond it, the session that was idle longest is dropped. */
const MAX_SESSIONS = 10_000;

interface Entry extends CallSession {
  activeAt: number;
  /** `undefined` for a named conversation, which can continue over another protocol session. */
  readonly protocolSession: string | undefined;
  /** Its stored history could not be read yet. */
  isUnknown: boolean;
  readonly addHistory: (before: StoredSession | undefined) => void;
}

type Risks = Record<RiskName, boolean>;

export function createSessionLedger({ now, idleMs, stored }: LedgerDeps): SessionLedger {
  const identify = createIdentify();
  const entries = createLru<Entry>();
  const keysBySession = new Map<string, readonly string[]>();
  const loading = new Map<string, Promise<CallSession>>();

  const remove = ({ key, protocolSession }: Entry): void => {
    entries.delete(key);
    if (protocolSession === undefined) return;
    const others = (keysBySession.get(protocolSession) ?? []).filter((other) => other !== key);
    if (others.length === 0) keysBySession.delete(protocolSession);
    else keysBySession.set(protocolSession, others);
  };
  const add = (key: string, protocolSession: string | undefined): Entry => {
    const risk: Risks = { ...NEW_SESSION.risk };
    let calls = 0;
    const entry: Entry = {
      key,
      protocolSession,
      activeAt: now(),
      isUnknown: false,
      addHistory: (before) => {
        if (before === undefined) return;
        calls += before.calls;
        for (const name of before.risks) risk[name] = true;
      },
      // Fail closed: a session with unknown history counts as having all risks.
      facts: () => ({ risk: entry.isUnknown ? { ...ALL_RISKS } : { ...risk }, calls }),
      countCall: (tool) => {
        calls += 1;
        for (const name of risksOf(tool, 'leaving')) risk[name] = true;
      },
      countAnswer: (tool, isGood) => {
        for (const name of risksOf(tool, isGood ? 'ok' : 'failed')) risk[name] = true;
      },
    };
    entries.set(key, entry);
    if (protocolSession !== undefined)
      keysBySession.set(protocolSession, [...(keysBySession.get(protocolSession) ?? []), key]);
    const [, oldest] = entries.size() > MAX_SESSIONS ? (entries.oldest() ?? []) : [];
    if (oldest !== undefined) remove(oldest);
    return entry;
  };
  /** Loads the stored history. If that fails, the next call tries again. */
  const load = async (key: string, id: string): Promise<CallSession> => {
    const before = await stored(id).then(
      (session) => ({ session }),
      () => undefined,
    );
    loading.delete(key);
    const entry = entries.get(key) ?? add(key, undefined);
    entry.isUnknown = before === undefined;
    entry.addHistory(before?.session);
    return entry;
  };

  return {
    of: ({ caller, params }) => {
      const identity = identify(caller, params);
      const { key } = identity;
      const known = entries.get(key);
      if (known !== undefined && now() - known.activeAt < idleMs) {
        known.activeAt = now();
        if (!known.isUnknown) return known;
      } else if (known !== undefined) remove(known);
      if (identity.conversation === null) return add(key, caller.session);
      const loaded = loading.get(key) ?? load(key, idOfConversation(identity));
      loading.set(key, loaded);
      return loaded;
    },
    forget: (protocolSession) => {
      for (const key of keysBySession.get(protocolSession) ?? []) entries.delete(key);
      keysBySession.delete(protocolSession);
    },
  };
}

const ALL_RISKS: Risks = Object.freeze({
  private_data_read: true,
  untrusted_content_seen: true,
  open_world_write: true,
});

const NONE: readonly RiskName[] = [];
const OPEN_WORLD_WRITE: readonly RiskName[] = ['open_world_write'];
const PRIVATE_DATA_READ: readonly RiskName[] = ['private_data_read'];
const PRIVATE_OR_UNTRUSTED: readonly RiskName[] = ['private_data_read', 'untrusted_content_seen'];
const UNTRUSTED_CONTENT_SEEN: readonly RiskName[] = ['untrusted_content_seen'];
const UNTRUSTED_AND_WRITTEN: readonly RiskName[] = ['untrusted_content_seen', 'open_world_write'];

/**
 * The risks that a call has certainly added to its session, for display: it succeeded, and its tool's hints were declared and count, were
 * set by a person or were proven. Default hints do not count here: with them, ordinary sessions would show all three risks.
 *
 * @example
 * certainRisksOf(tool, 'ok') // [] for a tool without annotations
 */
export function certainRisksOf(
  tool: Pick<CatalogTool, 'resolution'> | undefined,
  status: CallStatusName,
): readonly RiskName[] {
  if (tool === undefined || status !== 'ok') return NONE;
  const { readOnlyHint, destructiveHint, openWorldHint } = tool.resolution.hints;
  if (!isKnown(openWorldHint)) return NONE;
  // A known destructiveHint also shows that the tool writes: the hint has no meaning for a read-only tool.
  const isWrite = !readOnlyHint.value && (isKnown(readOnlyHint) || isKnown(destructiveHint));
  if (openWorldHint.value) return isWrite ? UNTRUSTED_AND_WRITTEN : UNTRUSTED_CONTENT_SEEN;
  return readOnlyHint.value && isKnown(readOnlyHint) ? PRIVATE_DATA_READ : NONE;
}

const isKnown = ({ source }: EffectiveHint): boolean => source !== 'default' && source !== 'inferred';

/** A tool of the catalog, or a recorded call with the hints it was made under. */
interface ToolWithHints {
  readonly resolution: {
    readonly hints: Readonly<
      Record<
        'readOnlyHint' | 'openWorldHint',
        Pick<EffectiveHint, 'value' | 'source'> & { readonly declared: boolean | null | undefined }
      >
    >;
  };
}

/**
 * The risks that a call may add to its session, for rules: when it is `leaving` for its server, and when its answer arrives, `ok` or
 * `failed`.
 *
 * Uses the *effective* hints, never the declared ones: anything may have tightened them, and only a person or a proof relaxed them. An
 * absent hint counts by MCP's cautious defaults (the tool writes, the world is open), which the effective value includes; so a tool
 * without annotations counts as one that could exfiltrate data.
 *
 * @example
 * risksOf(tool, 'leaving') // ['open_world_write'] for a tool without annotations
 */
export function risksOf(tool: ToolWithHints | undefined, moment: 'leaving' | 'ok' | 'failed'): readonly RiskName[] {
  // A call of an unknown tool goes nowhere.
  if (tool === undefined) return NONE;
  const { readOnlyHint, openWorldHint } = tool.resolution.hints;
  // Data written to the open world has left as soon as it is sent, whether the call succeeds or ever gets an answer.
  if (moment === 'leaving') return !readOnlyHint.value && openWorldHint.value ? OPEN_WORLD_WRITE : NONE;
  // Error texts come from the open world too, and may contain instructions.
  if (moment === 'failed') return openWorldHint.value ? UNTRUSTED_CONTENT_SEEN : NONE;
  // Content of the open world is untrusted, even in the answer to a write: it may contain instructions to the model.
  if (openWorldHint.value) {
    // A read-only claim that does not count, because it is unreviewed or its server is not trusted, may still be true.
    const mayRead = readOnlyHint.value || (readOnlyHint.source === 'default' && readOnlyHint.declared === true);
    // Without a declared openWorldHint, a read may return private data as well as untrusted content.
    return mayRead && openWorldHint.source === 'default' ? PRIVATE_OR_UNTRUSTED : UNTRUSTED_CONTENT_SEEN;
  }
  // Reads from a closed world (files, a database) return private data. A write there returns a confirmation, not the stored data.
  return readOnlyHint.value ? PRIVATE_DATA_READ : NONE;
}
