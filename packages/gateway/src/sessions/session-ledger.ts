import type { EffectiveHint } from '@toolmark/annotations';
import type { CallStatusName, Session, SessionRisk } from '@toolmark/api-contract';
import { createLru, type JsonObject } from '@toolmark/base';
import type { RiskLeg } from '@toolmark/record';
import type { CallSession } from '../model/call.ts';
import type { Caller } from '../model/caller.ts';
import type { CatalogTool } from '../model/catalog.ts';
import { NEW_SESSION } from '../model/policy-call.ts';
import { createIdentify, idOfConversation } from './identity.ts';

/** What happened in sessions that are under way, for those who decide about their next call. Kept whether calls are recorded or not. */
export interface SessionLedger {
  /** Of a conversation that may have begun before the gateway did, what is remembered of it has to be looked up first. */
  readonly of: (use: SessionUse) => CallSession | Promise<CallSession>;
  readonly forget: (protocolSession: string) => void;
}

/** As much of a call as tells its session. */
interface SessionUse {
  readonly caller: Caller;
  readonly params: JsonObject;
}

export interface LedgerDeps {
  readonly now: () => number;
  /** A session in which nothing happened for so long is over. */
  readonly idleMs: number;
  /** What is stored of a session; `undefined` where there is none. Rejects where nobody can tell. */
  readonly stored: (id: string) => Promise<StoredSession | undefined>;
}

export interface StoredSession {
  readonly risk: SessionRisk;
  readonly calls: number;
  readonly callsByClass: Session['calls_by_class'];
}

/** Some hundred bytes each. Beyond it, the one that was idle for longest is forgotten. */
const MOST = 10_000;

interface Kept extends CallSession {
  activeAt: number;
  /** Of a conversation that has a name it is none: that goes on over another one. */
  readonly protocolSession: string | undefined;
  /** What it did before could not be looked up, yet. */
  isUnknown: boolean;
  readonly learn: (before: StoredSession | undefined) => void;
}

type Risk = Record<keyof SessionRisk, boolean>;

export function createSessionLedger({ now, idleMs, stored }: LedgerDeps): SessionLedger {
  const identify = createIdentify();
  const kept = createLru<Kept>();
  const keysBySession = new Map<string, readonly string[]>();
  const loading = new Map<string, Promise<CallSession>>();

  const remove = ({ key, protocolSession }: Kept): void => {
    kept.delete(key);
    if (protocolSession === undefined) return;
    const others = (keysBySession.get(protocolSession) ?? []).filter((other) => other !== key);
    if (others.length === 0) keysBySession.delete(protocolSession);
    else keysBySession.set(protocolSession, others);
  };
  const add = (key: string, protocolSession: string | undefined): Kept => {
    const risk: Risk = { ...NEW_SESSION.risk };
    let made = 0;
    const entry: Kept = {
      key,
      protocolSession,
      activeAt: now(),
      isUnknown: false,
      learn: (before) => {
        if (before === undefined) return;
        made += before.calls;
        // The record has only what is certain; what calls may have done besides counts here as well.
        const { read = 0, additive = 0, destructive = 0 } = before.callsByClass;
        risk.private_data_read ||= before.risk.private_data_read !== null || read > 0;
        risk.untrusted_content_seen ||= before.risk.untrusted_content_seen !== null || before.calls > 0;
        risk.open_world_write ||= before.risk.open_world_write !== null || additive + destructive > 0;
      },
      // Whoever cannot tell what a session has done takes it for one that has done everything.
      facts: () => ({ risk: entry.isUnknown ? { ...EVERYTHING } : { ...risk }, calls: made }),
      leaves: (tool) => {
        made += 1;
        for (const leg of legsOf(tool, 'leaving')) risk[leg] = true;
      },
      answered: (tool, isGood) => {
        for (const leg of legsOf(tool, isGood ? 'ok' : 'failed')) risk[leg] = true;
      },
    };
    kept.set(key, entry);
    if (protocolSession !== undefined)
      keysBySession.set(protocolSession, [...(keysBySession.get(protocolSession) ?? []), key]);
    const [, oldest] = kept.size() > MOST ? (kept.oldest() ?? []) : [];
    if (oldest !== undefined) remove(oldest);
    return entry;
  };
  /** What is stored of it; where that cannot be looked up, the next call tries again. */
  const load = async (key: string, id: string): Promise<CallSession> => {
    const before = await stored(id).then(
      (session) => ({ session }),
      () => undefined,
    );
    loading.delete(key);
    const entry = kept.get(key) ?? add(key, undefined);
    entry.isUnknown = before === undefined;
    entry.learn(before?.session);
    return entry;
  };

  return {
    of: ({ caller, params }) => {
      const identity = identify(caller, params);
      const { key } = identity;
      const known = kept.get(key);
      if (known !== undefined && now() - known.activeAt < idleMs) {
        known.activeAt = now();
        if (!known.isUnknown) return known;
      } else if (known !== undefined) remove(known);
      if (identity.conversation === null) return add(key, caller.session);
      const under = loading.get(key) ?? load(key, idOfConversation(identity));
      loading.set(key, under);
      return under;
    },
    forget: (protocolSession) => {
      for (const key of keysBySession.get(protocolSession) ?? []) kept.delete(key);
      keysBySession.delete(protocolSession);
    },
  };
}

const EVERYTHING: Risk = Object.freeze({
  private_data_read: true,
  untrusted_content_seen: true,
  open_world_write: true,
});

const NONE: readonly RiskLeg[] = [];
const OPEN_WORLD_WRITE: readonly RiskLeg[] = ['open_world_write'];
const PRIVATE_DATA_READ: readonly RiskLeg[] = ['private_data_read'];
const EITHER: readonly RiskLeg[] = ['private_data_read', 'untrusted_content_seen'];
const UNTRUSTED_CONTENT_SEEN: readonly RiskLeg[] = ['untrusted_content_seen'];
const SENT_AND_SEEN: readonly RiskLeg[] = ['untrusted_content_seen', 'open_world_write'];

/**
 * What a call has certainly added to the risk of its session, for people to see: it succeeded, and its tool's hints were declared
 * and count, were set by a person or were proven. Defaults say nothing: with them, ordinary sessions would show all three risks.
 *
 * @example
 * certainLegsOf(tool, 'ok') // [] for a tool without annotations
 */
export function certainLegsOf(tool: CatalogTool | undefined, status: CallStatusName): readonly RiskLeg[] {
  if (tool === undefined || status !== 'ok') return NONE;
  const { readOnlyHint, destructiveHint, openWorldHint } = tool.resolution.hints;
  if (!isKnown(openWorldHint)) return NONE;
  // Whether it destroys something is only said of a tool that writes.
  const isWrite = !readOnlyHint.value && (isKnown(readOnlyHint) || isKnown(destructiveHint));
  if (openWorldHint.value) return isWrite ? SENT_AND_SEEN : UNTRUSTED_CONTENT_SEEN;
  return readOnlyHint.value && isKnown(readOnlyHint) ? PRIVATE_DATA_READ : NONE;
}

const isKnown = ({ source }: EffectiveHint): boolean => source !== 'default' && source !== 'inferred';

/**
 * Which of the three things that are dangerous together a call may add to its session, for rules about it: when it is `leaving` for its server, or when
 * its answer is there: `ok`, or that it `failed`.
 *
 * The *effective* hints decide, never the declared ones: anything may have tightened them, and only a person or a proof relaxed
 * them. A hint that nobody gave counts by MCP's defaults, which are the careful ones (it writes, the world is open) and are in the
 * effective value already; so a tool that says nothing is taken for one that could carry data away.
 *
 * @example
 * legsOf(tool, 'leaving') // ['open_world_write'] for a tool without annotations
 */
export function legsOf(tool: CatalogTool | undefined, moment: 'leaving' | 'ok' | 'failed'): readonly RiskLeg[] {
  // There is no such tool: nothing went anywhere.
  if (tool === undefined) return NONE;
  const { readOnlyHint, openWorldHint } = tool.resolution.hints;
  // What was written where others can read it has left the moment it was sent, whether it succeeds or an answer ever comes.
  if (moment === 'leaving') return !readOnlyHint.value && openWorldHint.value ? OPEN_WORLD_WRITE : NONE;
  // What a failure says comes from there too: a page can answer with an error, and instructions in it.
  if (moment === 'failed') return openWorldHint.value ? UNTRUSTED_CONTENT_SEEN : NONE;
  // Anybody may have written what an open world returns, instructions to the model among it; whether the call changed something
  // makes no difference to that.
  if (openWorldHint.value) {
    // A claim to read that does not count, because nobody accepted it or the server is not believed, may be true all the same.
    const mayRead = readOnlyHint.value || (readOnlyHint.source === 'default' && readOnlyHint.declared === true);
    // Where nobody said what it reads from, it may be either: somebody's data, or anybody's words.
    return mayRead && openWorldHint.source === 'default' ? EITHER : UNTRUSTED_CONTENT_SEEN;
  }
  // What is read from a closed world (files, a database) belongs to somebody. A write there returns what it did, not what is kept.
  return readOnlyHint.value ? PRIVATE_DATA_READ : NONE;
}
