import { err, ok, type Result } from '@toolmark/annotations';
import { toPrintable, toShownUrl, type UrlTarget } from '@toolmark/reach';
import type { Fault } from '../wire.ts';
import type { FlatHeaders } from './headers.ts';

/** A server's HTTP address and headers. */
export interface Endpoint {
  readonly url: URL;
  /** The URL for display, without the parts that may hold secrets. */
  readonly shown: string;
  readonly headers: FlatHeaders;
}

export function readEndpoint(target: UrlTarget): Result<Endpoint, Fault> {
  if (!URL.canParse(target.url)) return err(NO_URL);
  const url = new URL(target.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return err(NO_URL);
  const headers = new Headers();
  for (const [name, value] of Object.entries(target.headers ?? {})) {
    try {
      if (!OURS.has(name.toLowerCase())) headers.set(name, value);
    } catch {
      // Neither the value nor the error that quotes it is shown: it may be a secret.
      const message = `The header '${toPrintable(name, 60)}' has characters that HTTP does not allow; check its name and value.`;
      return err({ message, retryable: false });
    }
  }
  if ((url.username !== '' || url.password !== '') && !headers.has('authorization')) {
    const credentials = [url.username, url.password].map(decoded).join(':');
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return ok({ url, shown: toShownUrl(url), headers: [...headers].flat() });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Headers set by the protocol or HTTP itself, which the config must not duplicate. */
const OURS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'te',
  'transfer-encoding',
  'upgrade',
]);

const NO_URL: Fault = {
  message:
    'The address of the server is not an http:// or https:// URL; enter it in full, such as http://localhost:3000/mcp.',
  retryable: false,
};
