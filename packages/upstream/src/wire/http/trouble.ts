import { type ErrorName, failed, type RpcReply } from '@toolmark/base';
import { toPrintable, toShownUrl } from '@toolmark/reach';
import { ownError, unsentError } from '../../own-error.ts';
import type { ResponseHead } from './client.ts';

/** The meaning of an HTTP answer without a protocol message, or of a failed request. */
export interface Trouble {
  readonly name: ErrorName;
  /** A readable sentence without secrets. */
  readonly message: string;
  readonly retryable: boolean;
  /** Why the connection is lost, if it is; completes "The server …". */
  readonly over?: string;
  /** Whether the server certainly has not seen the request. */
  readonly isUnsent?: boolean;
}

export function troubleReply({ name, message, isUnsent }: Trouble, status?: number): RpcReply {
  const data = status === undefined ? {} : { status };
  return failed(isUnsent === true ? unsentError(name, message, data) : ownError(name, message, data));
}

/** The trouble shown by a status or media type without a protocol message. */
export function statusTrouble(shown: string, head: ResponseHead): Trouble {
  const { status, mediaType, encoding, redirect } = head;
  const answer = `HTTP ${status}${head.statusText === '' ? '' : ` ${toPrintable(head.statusText, 60)}`}`;
  if (status === 401 || status === 403 || status === 407) {
    const advice =
      'put credentials that it accepts into the headers of this server in the config, such as "Authorization": "Bearer …"';
    const message = `${shown} answered ${answer}; ${advice}.`;
    const isForAll = status !== 403;
    return {
      name: 'upstreamUnavailable',
      message,
      retryable: false,
      ...(isForAll && { over: `does not accept the credentials (${answer})` }),
    };
  }
  if (redirect !== undefined) {
    const advice = 'use that address if you trust it, because headers are not sent to another origin';
    const message = `${shown} redirects to ${toShownUrl(redirect)}; ${advice}.`;
    return { name: 'upstreamBroken', message, retryable: false };
  }
  if (status >= 500 || status === 408 || status === 429) {
    const message = `${shown} answered ${answer}; look into the server's log, or try again later.`;
    return { name: 'upstreamUnavailable', message, retryable: true };
  }
  if (status >= 300) {
    const message = `${shown} answered ${answer} to an MCP request; check the address, whose path is often /mcp or /sse.`;
    return { name: 'upstreamBroken', message, retryable: true };
  }
  if (encoding !== undefined) {
    const message = `${shown} answered in the encoding '${toPrintable(encoding, 40)}', which it was not asked for; turn compression off.`;
    return { name: 'upstreamBroken', message, retryable: true };
  }
  const found = mediaType === '' ? 'no content type' : toPrintable(mediaType, 60);
  const message =
    mediaType === 'application/json' || mediaType === 'text/event-stream'
      ? `${shown} sent an empty answer to an MCP request.`
      : `${shown} answered an MCP request with ${found}, so it is not an MCP endpoint; check the address, whose path is often /mcp or /sse.`;
  return { name: 'upstreamBroken', message, retryable: true };
}

/** The trouble behind a failed request. */
export function networkTrouble(shown: string, code: string): Trouble {
  if (code.startsWith('HPE_') || code === 'HTTPParserError') {
    const message = `${shown} does not speak HTTP; check the port and whether it is https.`;
    return { name: 'upstreamBroken', message, retryable: true };
  }
  const cut = CUT[code];
  if (cut !== undefined) return { name: 'upstreamDied', message: `${shown} ${cut}.`, retryable: true };
  const why = reasonOf(code);
  return {
    name: 'upstreamUnavailable',
    message: `Could not reach ${shown}: ${why}; check the address and that the server is running.`,
    retryable: true,
    over: `cannot be reached: ${why}`,
    isUnsent: REASONS[code] !== undefined,
  };
}

function reasonOf(code: string): string {
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (/CERT|TLS|SSL/.test(code)) return `its certificate is not accepted (${code})`;
  return `the request failed (${code})`;
}

/** The server was reachable and closed the connection. The next request shows whether it is gone. */
const CUT: Readonly<Record<string, string | undefined>> = {
  ECONNRESET: 'cut the connection off',
  EPIPE: 'cut the connection off',
  UND_ERR_SOCKET: 'cut the connection off',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent less data than announced',
};

/** All of these happen before any data is sent. */
const REASONS: Readonly<Record<string, string | undefined>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https, try http:// instead',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak https, try http:// instead',
};
