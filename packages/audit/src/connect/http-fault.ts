import { toPrintable, toShownUrl } from '@toolmark/reach';
import type { Fault } from './failure.ts';
import type { HttpOutcome } from './watched-fetch.ts';

/** The fault behind an HTTP outcome; `undefined` if the answer looks like MCP. */
export function httpFault(url: URL, outcome: HttpOutcome): Fault | undefined {
  const shown = toShownUrl(url);
  if (outcome.kind === 'failure') return failureFault(shown, outcome.code);
  const { status, mediaType, location } = outcome;
  const answer = `HTTP ${status}${outcome.statusText === '' ? '' : ` ${toPrintable(outcome.statusText, 60)}`}`;
  if (status === 401 || status === 403 || status === 407) {
    const advice = "pass credentials that it accepts, such as --header 'Authorization: Bearer …'";
    return { code: 'unauthorized', status, message: `${shown} answered ${answer}; ${advice}.` };
  }
  if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url.href)) {
    const target = toShownUrl(new URL(location, url));
    const advice = 'use that address if you trust it, because headers are not sent to another origin';
    return { code: 'redirected', status, message: `${shown} redirects to ${target}; ${advice}.` };
  }
  if (status >= 500 || status === 408 || status === 429) {
    return {
      code: 'server-error',
      status,
      message: `${shown} answered ${answer}; look into the server's log, or try later.`,
    };
  }
  if (status >= 300) {
    const advice = 'check the address, whose path is often /mcp or /sse';
    return { code: 'not-mcp', status, message: `${shown} answered ${answer} to an MCP request; ${advice}.` };
  }
  if (mediaType === 'application/json' || mediaType === 'text/event-stream' || status === 202) return undefined;
  const found = mediaType === '' ? 'no content type' : toPrintable(mediaType, 60);
  const message = `${shown} answered an MCP request with ${found}, so it is not an MCP endpoint; check the address, whose path is often /mcp or /sse.`;
  return { code: 'not-mcp', status, message };
}

function failureFault(shown: string, code: string): Fault {
  if (code.startsWith('HPE_') || code === 'HTTPParserError') {
    return { code: 'not-mcp', message: `${shown} does not speak HTTP; check the port and whether it is https.` };
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return { code: 'unreachable', message: `${shown} does not speak https; try http:// instead.` };
  }
  const reason =
    REASONS[code] ??
    (/CERT|TLS|SSL/.test(code) ? `its certificate is not accepted (${code})` : `the request failed (${code})`);
  return {
    code: 'unreachable',
    message: `Could not reach ${shown}: ${reason}; check the address and that the server is running.`,
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut off',
  UND_ERR_SOCKET: 'the connection was cut off',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
};
