import { type RedactText, redactorFor, toSeconds, type UrlTarget } from '@toolmark/reach';
import type { TokenSource } from '../../auth/token-source.ts';
import { TAKE_MS } from '../limits.ts';
import { type RpcMessage, readRpcError } from '../message-reader.ts';
import type { Multiplexer } from '../multiplexer.ts';
import type { HttpClient, ResponseHead } from './client.ts';
import type { Endpoint } from './endpoint.ts';
import type { FlatHeaders, HeaderContext } from './headers.ts';
import { statusTrouble, type Trouble } from './trouble.ts';

/** The state shared by all requests to one HTTP server. */
export interface HttpSession {
  readonly client: HttpClient;
  readonly mux: Multiplexer;
  /** The URL for display. */
  readonly shown: string;
  readonly headers: FlatHeaders;
  /** The session id of a legacy server. */
  id: string | undefined;
  /** The status of the last answer to a request. */
  status: number | undefined;
  /** What ended the connection. */
  trouble: Trouble | undefined;
  /** Whether the handshake is done, so that other requests may be in progress. */
  isAgreed: boolean;
  /** Messages that are not JSON-RPC. */
  noise: number;
  /** Our messages that the server did not accept in time. */
  untaken: number;
  readonly redact: RedactText;
  /** Signs requests. */
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

/** Closes the connection if the trouble affects more than one request. Requests in progress may still succeed. */
export function noteTrouble(session: HttpSession, trouble: Trouble): void {
  if (trouble.over === undefined || session.mux.isOver()) return;
  session.trouble = trouble;
  if (session.isAgreed) session.mux.retire(trouble.over);
  else session.mux.end(trouble.over);
}

/**
 * Whether an answer means that the session is lost. The specification requires 404; servers based on old SDK examples
 * answer 400 with a message.
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

/** The trouble for an answer without a message. Its body may echo request data. */
export function troubleOf({ shown, redact, tokens, isAgreed }: HttpSession, head: ResponseHead): Trouble {
  const signIn = tokens?.troubleOf(shown, head);
  const { over: why, ...trouble } = signIn ?? statusTrouble(shown, head);
  // Some servers require authentication only for calls; the connection stays usable then.
  const isOver = signIn === undefined || signIn.hadToken || !isAgreed;
  const over = why === undefined || !isOver ? {} : { over: redact(why) };
  return { ...trouble, ...over, message: redact(trouble.message) };
}

export function warningsOf({ noise, untaken }: HttpSession): readonly string[] {
  const sent = noise === 1 ? 'a message that is' : `${noise} messages that are`;
  const missed = untaken === 1 ? 'a message' : `${untaken} messages`;
  return [
    ...(noise === 0 ? [] : [`The server sent ${sent} not JSON-RPC; it was ignored.`]),
    ...(untaken === 0 ? [] : [`The server did not accept ${missed} within ${toSeconds(TAKE_MS)}.`]),
  ];
}
