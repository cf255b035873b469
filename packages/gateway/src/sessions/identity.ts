import { createHash } from 'node:crypto';
import { isJsonObject } from '@toolmark/annotations';
import type { CallMode } from '@toolmark/api-contract';
import { clip, type Era, type JsonObject } from '@toolmark/base';
import type { Caller } from '../model/caller.ts';

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

/** What a caller says of itself: all that is known of a client that connects and has requested nothing yet. */
export type Client = Pick<Caller, 'era' | 'principal' | 'mode' | 'session' | 'conversation' | 'client'>;

/**
 * A named conversation is the same one whatever connection its calls come over. Without a name an older client has its protocol
 * session; one of 2026-07-28 has only itself.
 */
export function identify(caller: Client, params: JsonObject): Identity {
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

/** Where a request names the conversation that it belongs to. Meant for us: servers do not get to see it. */
export const CONVERSATION_KEY = 'io.toolmark/session';

/** What `toolmark stdio` puts before a number to tell its windows apart. It is no name that anybody gave. */
export const WINDOW_PREFIX = 'toolmark-stdio:';

/** The name as people gave it, to be shown; `null` where nobody did. */
export const givenName = (conversation: string | null): string | null =>
  conversation?.startsWith(WINDOW_PREFIX) === true ? null : conversation;

/** Enough for every id and for a title; it is stored with each session and shown in tables. */
export const LONGEST_CONVERSATION = 200;

/**
 * Text of one line that shows what it is: no control characters, nothing that turns the direction of writing. The joiners are part
 * of ordinary words in some languages, though nothing begins with one.
 */
const PRINTABLE = /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u;

/**
 * The name of a conversation; `undefined` for everything that cannot be one. It is ignored then, because a call is worth more than
 * its label.
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

/** A character is at most two units long; a little more for blanks around it, so that long text is refused without a look. */
const MOST_UNITS = 4 * LONGEST_CONVERSATION;

/**
 * The conversation that a request belongs to, where its client tells them apart. What stands in the request itself goes before the
 * header: a header is often set once for everything that a client sends, `_meta` is written for the one call.
 */
export function conversationOf(caller: Pick<Caller, 'conversation'>, params: JsonObject): string | undefined {
  const meta = params['_meta'];
  const named = isJsonObject(meta) ? parseConversation(meta[CONVERSATION_KEY]) : undefined;
  return named ?? parseConversation(caller.conversation);
}

const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/;

/**
 * Whether text is a line of at most 200 printable ASCII characters without blanks around it, as nearly every name is: there is
 * nothing to be done about it then. Asked for every call, so that the long way is for the others.
 */
const isPlain = (text: string): boolean => PLAIN.test(text);
