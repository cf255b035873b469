import { createHash } from 'node:crypto';
import { isJsonObject } from '@toolmark/annotations';
import type { CallMode } from '@toolmark/api-contract';
import { clip, type Era, type JsonObject } from '@toolmark/base';
import type { Caller } from '../model/caller.ts';
import { CONVERSATION_KEY, conversationOf } from './conversation.ts';
import { isPlain } from './plain.ts';

/** What calls have in common that belong together. */
export interface Identity {
  /** Two calls belong together exactly if this is the same. */
  readonly key: string;
  readonly principal: string;
  readonly client: string | null;
  readonly clientVersion: string | null;
  readonly conversation: string | null;
  readonly mode: CallMode;
}

/**
 * A named conversation is the same one whatever connection its calls come over. Without a name an older client has its protocol
 * session; one of 2026-07-28 has only itself.
 */
export function identify(caller: Caller, params: JsonObject): Identity {
  const { principal, mode = 'direct' } = caller;
  const { name: client, version: clientVersion } = clientOf(caller);
  const conversation = conversationOf(caller, params) ?? null;
  const protocolSession = conversation === null ? caller.session : undefined;
  // None of them is ever empty or has a line break in it, but the principal, which comes last.
  const what = `${mode}\n${client ?? ''}\n${clientVersion ?? ''}`;
  const key = `${what}\n${conversation ?? ''}\n${protocolSession ?? ''}\n${principal}`;
  return { key, principal, client, clientVersion, conversation, mode };
}

/** Identifies callers like `identify`, and those that were here just now without looking at everything they say again. */
export function createIdentify(): typeof identify {
  const recent: Seen[] = [];
  let next = 0;
  return (caller, params) => {
    const { principal, mode, session, conversation, client } = caller;
    const name = client?.['name'];
    const version = client?.['version'];
    const meta = params['_meta'];
    // Named in the request itself, it is for this one call.
    const named = isJsonObject(meta) ? meta[CONVERSATION_KEY] : undefined;
    for (const seen of recent)
      if (
        seen.name === name &&
        seen.version === version &&
        seen.session === session &&
        seen.principal === principal &&
        seen.mode === mode &&
        seen.conversation === conversation &&
        seen.named === named
      )
        return seen.identity;
    const identity = identify(caller, params);
    recent[next] = { principal, mode, session, conversation, name, version, named, identity };
    next = (next + 1) % MAX_RECENT;
    return identity;
  };
}

/** Everything that `identify` looks at, and what it said. */
interface Seen extends Pick<Caller, 'principal' | 'mode' | 'session' | 'conversation'> {
  readonly name: unknown;
  readonly version: unknown;
  readonly named: unknown;
  readonly identity: Identity;
}

/** A gateway has few clients at a time. */
const MAX_RECENT = 8;

/**
 * The id of a named conversation. Made of what it is, so that it goes on under the same id when its client connects anew, or the
 * gateway was started anew. A UUID of version 8, which is the one whose bits are up to us.
 *
 * @example
 * idOfConversation({ principal: 'local', client: 'editor', clientVersion: '1', mode: 'direct', conversation: 'a' }) // '…-8…-…'
 */
export function idOfConversation(identity: Omit<Identity, 'key'>): string {
  const { principal, client, clientVersion, mode, conversation } = identity;
  const text = JSON.stringify([principal, client, clientVersion, mode, conversation]);
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...groups, hex.slice(20, 32)].join('-');
}

export interface ClientLabel {
  readonly name: string | null;
  readonly version: string | null;
}

/** What a client says it is, fit to be stored and shown; `null` for what it does not say. */
export const clientOf = ({ client }: Pick<Caller, 'client'>): ClientLabel => ({
  name: toLabel(client?.['name']),
  version: toLabel(client?.['version']),
});

/** Which protocol a call came by; `null` where it was none, as from our own page. */
export const eraOf = ({ era, mode = 'direct' }: Pick<Caller, 'era' | 'mode'>): Era | null =>
  mode === 'direct' || mode === 'search' ? era : null;

/** Longer names are no names, and one is kept with every session and every call. */
const LONGEST_LABEL = 200;

/** A name that somebody else gave, fit to be stored and shown. */
export function toLabel(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (isPlain(value)) return value;
  // Not every engine stores a NUL or half a surrogate pair, and a table is one line per row.
  const label = clip(value.trim(), LONGEST_LABEL)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return label === '' ? null : label;
}
