import { SSEClientTransport, SseError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { err, ok, type Result } from '@toolmark/annotations';
import { toPrintable, type UrlTarget } from '@toolmark/reach';
import { settled } from './deadline.ts';
import type { Fault } from './failure.ts';
import { oversizeFault } from './faults.ts';
import { httpFault } from './http-fault.ts';
import { CLOSE_GRACE_MS, type InspectLimits } from './limits.ts';
import type { Link } from './link.ts';
import { createWatchedFetch, type WatchedFetch } from './watched-fetch.ts';

/** Connects to a server by URL, over streamable HTTP or the older HTTP+SSE. */
export function openHttpLink(target: UrlTarget, kind: 'http' | 'sse', limits: InspectLimits): Result<Link, Fault> {
  const endpoint = readEndpoint(target);
  if (!endpoint.ok) return endpoint;
  const { url, headers } = endpoint.value;
  const watched = createWatchedFetch(limits);
  // 'same-origin' is also the SDK's default; it prevents credentials from following a redirect to another origin.
  const options = { fetch: watched.fetch, requestInit: { headers }, redirectPolicy: 'same-origin' } as const;
  const transport =
    kind === 'http' ? new StreamableHTTPClientTransport(url, options) : new SSEClientTransport(url, options);
  return ok({
    transport,
    kind,
    isPipe: false,
    // The SSE client would reconnect for ever, but the pending answers are lost with the stream.
    isFatal: (error) => kind === 'sse' && error instanceof SseError,
    diagnose: async () => (watched.overflowed() ? oversizeFault(limits) : diagnoseHttp(watched, kind, url)),
    problems: () => [],
    stderrTail: () => [],
    close: async (patienceMs) => {
      // A legacy server keeps a session until the client ends it.
      if (patienceMs > 0 && transport instanceof StreamableHTTPClientTransport) {
        await settled(transport.terminateSession(), Math.min(CLOSE_GRACE_MS, patienceMs));
      }
      await transport.close();
      watched.abort();
    },
  });
}

function diagnoseHttp(watched: WatchedFetch, kind: 'http' | 'sse', url: URL): Fault | undefined {
  const post = watched.last('POST');
  // The GET stream of streamable HTTP is optional, so its failure does not matter.
  if (kind === 'http') return post && httpFault(url, post);
  const get = watched.last('GET');
  const fault = get && httpFault(url, get);
  if (fault !== undefined || post === undefined) return fault;
  // Over SSE the answers arrive on the GET stream, so the body of a successful POST does not matter.
  return post.kind === 'answer' && post.status < 300 ? undefined : httpFault(url, post);
}

interface Endpoint {
  readonly url: URL;
  readonly headers: Headers;
}

function readEndpoint(target: UrlTarget): Result<Endpoint, Fault> {
  if (!URL.canParse(target.url)) return err(NO_URL);
  const url = new URL(target.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return err(NO_URL);
  const headers = new Headers();
  for (const [name, value] of Object.entries(target.headers ?? {})) {
    try {
      headers.set(name, value);
    } catch {
      // Show neither the value, which may be a secret, nor the error, which quotes it.
      const message = `The header '${toPrintable(name, 60)}' has characters that HTTP does not allow; check its name and value.`;
      return err({ code: 'bad-target', message });
    }
  }
  if (url.username !== '' || url.password !== '') {
    // `fetch` rejects URLs with credentials; send them as basic authentication.
    const credentials = [url.username, url.password].map(decoded).join(':');
    if (!headers.has('authorization'))
      headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
    url.username = '';
    url.password = '';
  }
  return ok({ url, headers });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const NO_URL: Fault = {
  code: 'bad-target',
  message:
    'The address of the server is not an http:// or https:// URL; give it in full, such as http://localhost:3000/mcp.',
};
