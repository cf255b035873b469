import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { Caller } from '../model/caller.ts';
import { isPlain } from './plain.ts';

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
