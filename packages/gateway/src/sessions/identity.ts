import { createHash } from 'node:crypto';
import { isJsonObject } from '@toolmark/annotations';
import type { CallMode } from '@toolmark/api-contract';
import { clip, type Era, type JsonObject } from '@toolmark/base';
import type { Caller } from '../model/caller.ts';

/** Identifies a session: all of its calls have the same identity. */
export interface Identity {
  /** The same for all calls of a session, and for no others. */
  readonly key: string;
  readonly principal: string;
  readonly client: string | null;
  readonly clientVersion: string | null;
  readonly conversation: string | null;
  readonly mode: CallMode;
}

/** What a caller says of itself: all that is known of a client that connects and has requested nothing yet. */
export type Client = Pick<Caller, 'era' | 'principal' | 'mode' | 'session' | 'conversation' | 'client'>;

/**
 * A named conversation is one session over all connections. Without a name, an older client is identified by its protocol session, and
 * a 2026-07-28 client only by its own name and version.
 */
export function identify(caller: Client, params: JsonObject): Identity {
  const { principal, mode = 'direct' } = caller;
  const { name: client, version: clientVersion } = clientOf(caller);
  const conversation = conversationOf(caller, params) ?? null;
  const protocolSession = conversation === null ? caller.session : undefined;
  // Unambiguous: no part contains a line break except the principal, which comes last.
  const prefix = `${mode}\n${client ?? ''}\n${clientVersion ?? ''}`;
  const key = `${prefix}\n${conversation ?? ''}\n${protocolSession ?? ''}\n${principal}`;
  return { key, principal, client, clientVersion, conversation, mode };
}

/** `identify` with a cache for recent callers. */
export function createIdentify(): typeof identify {
  const recent: CachedIdentity[] = [];
  let next = 0;
  return (caller, params) => {
    const { principal, mode, session, conversation, client } = caller;
    const name = client?.['name'];
    const version = client?.['version'];
    const meta = params['_meta'];
    // A conversation named in the request counts for this call only.
    const named = isJsonObject(meta) ? meta[CONVERSATION_KEY] : undefined;
    for (const cached of recent)
      if (
        cached.name === name &&
        cached.version === version &&
        cached.session === session &&
        cached.principal === principal &&
        cached.mode === mode &&
        cached.conversation === conversation &&
        cached.named === named
      )
        return cached.identity;
    const identity = identify(caller, params);
    recent[next] = { principal, mode, session, conversation, name, version, named, identity };
    next = (next + 1) % MAX_RECENT;
    return identity;
  };
}

/** The inputs of `identify`, and its result. */
interface CachedIdentity extends Pick<Caller, 'principal' | 'mode' | 'session' | 'conversation'> {
  readonly name: unknown;
  readonly version: unknown;
  readonly named: unknown;
  readonly identity: Identity;
}

/** Enough: few clients are active at a time. */
const MAX_RECENT = 8;

/**
 * The id of a named conversation: a hash of its identity, so that it keeps its id when its client reconnects or the gateway restarts.
 * A UUID of version 8, the version for custom content.
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

/** The client's own name and version as labels; `null` for an absent one. */
export const clientOf = ({ client }: Pick<Caller, 'client'>): ClientLabel => ({
  name: toLabel(client?.['name']),
  version: toLabel(client?.['version']),
});

/** The protocol era of a call; `null` if it did not come over MCP, for example from the page. */
export const eraOf = ({ era, mode = 'direct' }: Pick<Caller, 'era' | 'mode'>): Era | null =>
  mode === 'direct' || mode === 'search' ? era : null;

/** Labels are stored with every session and every call. */
const LONGEST_LABEL = 200;

/** Turns a client's text into one line of limited length without control characters, to be stored and displayed. */
export function toLabel(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (isPlain(value)) return value;
  // Not every engine stores a NUL or half a surrogate pair, and a table is one line per row.
  const label = clip(value.trim(), LONGEST_LABEL)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return label === '' ? null : label;
}

/** The `_meta` key for the conversation of a request. For the gateway only: servers do not receive it. */
export const CONVERSATION_KEY = 'io.toolmark/session';

/** Prefix of the conversation names that `toolmark stdio` generates for its windows. */
export const WINDOW_PREFIX = 'toolmark-stdio:';

/** A conversation name for display; `null` if it was generated. */
export const givenName = (conversation: string | null): string | null =>
  conversation?.startsWith(WINDOW_PREFIX) === true ? null : conversation;

/** Enough for an id or a title; stored with each session and shown in tables. */
export const LONGEST_CONVERSATION = 200;

/**
 * One line without control characters and without marks that change the writing direction. Zero-width joiners are allowed inside,
 * because words of some languages contain them.
 */
const PRINTABLE = /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u;

/**
 * Parses the name of a conversation; `undefined` for an invalid one, which callers ignore rather than refuse the call.
 *
 * @example
 * parseConversation(' Fix the login ') // 'Fix the login'
 * parseConversation(7) // undefined
 */
export function parseConversation(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MOST_UNITS) return undefined;
  if (isPlain(value)) return value;
  const name = value.trim();
  if (!PRINTABLE.test(name) || isTooLong(name)) return undefined;
  return name;
}

const isTooLong = (name: string): boolean =>
  name.length > LONGEST_CONVERSATION && [...name].length > LONGEST_CONVERSATION;

/** Longer texts are refused unread: a character has at most two UTF-16 units, and the rest allows for blanks around the name. */
const MOST_UNITS = 4 * LONGEST_CONVERSATION;

/**
 * The conversation of a request, if the client names it. `_meta` overrides the header: a header is often set once for all requests of a
 * client, `_meta` for one call.
 */
export function conversationOf(caller: Pick<Caller, 'conversation'>, params: JsonObject): string | undefined {
  const meta = params['_meta'];
  const named = isJsonObject(meta) ? parseConversation(meta[CONVERSATION_KEY]) : undefined;
  return named ?? parseConversation(caller.conversation);
}

const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/;

/**
 * Whether text is one line of at most 200 printable ASCII characters without blanks around it, as nearly every name is. A fast path: it
 * runs for every call.
 */
const isPlain = (text: string): boolean => PLAIN.test(text);
