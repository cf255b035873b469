import { type RedactText, redactorFor, toSeconds, type UrlTarget } from '@toolmark/reach';
import type { TokenSource } from '../../auth/token-source.ts';
import { TAKE_MS } from '../limits.ts';
import { type RpcMessage, readRpcError } from '../message-reader.ts';
import type { Multiplexer } from '../multiplexer.ts';
import type { HttpClient, ResponseHead } from './client.ts';
import type { Endpoint } from './endpoint.ts';
import type { FlatHeaders, HeaderContext } from './headers.ts';
import { statusTrouble, type Trouble } from './trouble.ts';

/** What everything that is sent to one server over HTTP shares. */
export interface HttpSession {
  readonly client: HttpClient;
  readonly mux: Multiplexer;
  /** The address for a person. */
  readonly shown: string;
  readonly headers: FlatHeaders;
  /** The session of an older server that has them. */
  id: string | undefined;
  /** The status of the last answer to a request. */
  status: number | undefined;
  /** What ended the connection. */
  trouble: Trouble | undefined;
  /** Whether the handshake is done, so that more than its requests may be under way. */
  isAgreed: boolean;
  /** Messages that are no JSON-RPC. */
  noise: number;
  /** Messages of ours that the server did not take in time. */
  untaken: number;
  readonly redact: RedactText;
  /** What requests are signed with. */
  readonly tokens: TokenSource | undefined;
}

export function createHttpSession(
  target: UrlTarget,
  endpoint: Endpoint,
  client: HttpClient,
  mux: Multiplexer,
  tokens?: TokenSource,
): HttpSession {
  const { shown, headers } = endpoint;
  const redact = redactorFor(target, {});
  return {
    client,
    mux,
    shown,
    headers,
    id: undefined,
    status: undefined,
    trouble: undefined,
    isAgreed: false,
    noise: 0,
    untaken: 0,
    redact: (text) => redact(tokens?.redact(text) ?? text),
    tokens,
  };
}

export function headerContext({ headers, mux, id }: HttpSession): HeaderContext {
  return { given: headers, dialect: mux.dialect(), session: id };
}

/** Takes the connection out of use where the trouble is not that of one request. What is under way may still end well. */
export function noteTrouble(session: HttpSession, trouble: Trouble): void {
  if (trouble.over === undefined || session.mux.isOver()) return;
  session.trouble = trouble;
  if (session.isAgreed) session.mux.retire(trouble.over);
  else session.mux.end(trouble.over);
}

/**
 * Whether an answer says that the session is no more. The specification wants 404; servers built after the examples of
 * the older SDK line answer 400 with a message instead.
 */
export function isSessionLost(
  { id, mux }: HttpSession,
  status: number,
  body: readonly RpcMessage[] | undefined,
): boolean {
  if (id === undefined || mux.dialect().era === 'modern') return false;
  if (status === 404) return true;
  return status === 400 && /\bsession\b/i.test(readRpcError(body?.[0]?.error)?.message ?? '');
}

export function loseSession({ mux }: HttpSession, status: number): void {
  mux.retire(`ended the session (HTTP ${status})`);
}

/** The trouble with an answer that carries no message. What a server puts there may be what it was sent. */
export function troubleOf({ shown, redact, tokens, isAgreed }: HttpSession, head: ResponseHead): Trouble {
  const signIn = tokens?.troubleOf(shown, head);
  const { over: why, ...trouble } = signIn ?? statusTrouble(shown, head);
  // Some servers let everybody in and ask who calls only when something is called; the connection is as good as it was.
  const isOver = signIn === undefined || signIn.hadToken || !isAgreed;
  const over = why === undefined || !isOver ? {} : { over: redact(why) };
  return { ...trouble, ...over, message: redact(trouble.message) };
}

export function warningsOf({ noise, untaken }: HttpSession): readonly string[] {
  const sent = noise === 1 ? 'a message that is' : `${noise} messages that are`;
  const missed = untaken === 1 ? 'a message' : `${untaken} messages`;
  return [
    ...(noise === 0 ? [] : [`The server sent ${sent} no JSON-RPC, which was left out.`]),
    ...(untaken === 0 ? [] : [`The server did not take ${missed} within ${toSeconds(TAKE_MS)}.`]),
  ];
}
