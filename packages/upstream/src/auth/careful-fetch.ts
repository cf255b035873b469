import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { toShownUrl } from '@toolmark/reach';
import type { Agent } from 'undici';
import { ANSWER_MS, MAX_ANSWER_BYTES } from './limits.ts';
import { addressProblem, mayLeadTo, type Place, placeOf, placeOfServer } from './place.ts';

/** `fetch` with the signature the SDK expects. */
export type CarefulFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** HTTP requests to addresses that come from a server or from another third party. */
export interface CarefulWeb {
  /** Returns a fetch for following a server's metadata; `place.ts` has the rules. */
  readonly fetchFor: (server: URL) => Promise<{ readonly fetch: CarefulFetch; readonly place: Place }>;
  readonly close: () => Promise<void>;
}

/** An address that is refused or unreachable. The message holds no secrets. */
export class NotFetched extends Error {
  readonly isForbidden: boolean;
  constructor(message: string, isForbidden: boolean) {
    super(message);
    this.isForbidden = isForbidden;
  }
}

/**
 * Restricts requests to addresses from third parties: no cross-origin redirects, limits on size and time, and no way
 * from the internet into the local network. The connection uses the address that was checked, so DNS rebinding cannot
 * swap it.
 *
 * @example
 * const { fetch } = await web.fetchFor(new URL('https://mcp.example.com/mcp'));
 * await fetch('https://mcp.example.com/.well-known/oauth-protected-resource/mcp');
 */
export function createCarefulWeb(): CarefulWeb {
  const agents = new Map<Place, Agent>();
  const agentFor = (place: Place, { Agent }: Undici): Agent => {
    const known = agents.get(place);
    if (known !== undefined) return known;
    const agent = new Agent({ connect: { lookup: lookupFor(place), timeout: ANSWER_MS } });
    agents.set(place, agent);
    return agent;
  };
  return {
    fetchFor: async (server) => {
      const place = await placeOfServer(server);
      return { place, fetch: (url, init) => fetchOnce(new URL(url), init, place, agentFor) };
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

type Undici = Pick<typeof import('undici'), 'Agent'>;
type AgentFor = (place: Place, undici: Undici) => Agent;

/**
 * Redirects are returned unfollowed: the SDK follows those within an origin, and those requests pass through here
 * again.
 */
async function fetchOnce(url: URL, init: RequestInit = {}, place: Place, agentFor: AgentFor): Promise<Response> {
  const why = addressProblem(url, place);
  if (why !== undefined) throw new NotFetched(`The address ${toShownUrl(url)} ${why}, so it was not followed.`, true);
  const deadline = AbortSignal.timeout(ANSWER_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
  try {
    const undici = await import('undici');
    const { statusCode, headers, body } = await undici.request(url, {
      dispatcher: agentFor(place, undici),
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body == null ? null : String(init.body),
      signal,
    });
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) throw new NotFetched(`${toShownUrl(url)} sent too large an answer.`, false);
      chunks.push(chunk);
    }
    const text = statusCode === 204 || statusCode === 304 ? null : Buffer.concat(chunks).toString('utf8');
    return new Response(text, { status: statusCode, headers: toHeaders(headers) });
  } catch (error) {
    throw toNotFetched(error, url, deadline.aborted);
  }
}

function toNotFetched(error: unknown, url: URL, isLate: boolean): NotFetched {
  const own = ownOf(error);
  if (own !== undefined) return own;
  const shown = toShownUrl(url);
  return new NotFetched(isLate ? `${shown} did not answer in time.` : `${shown} could not be reached.`, false);
}

/** undici wraps errors that are thrown during the DNS lookup. */
function ownOf(error: unknown): NotFetched | undefined {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    if (current instanceof NotFetched) return current;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return undefined;
}

function toHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  const flat = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'content-encoding')
      flat.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  return flat;
}

function lookupFor(place: Place): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses: readonly LookupAddress[] = error === null ? found : [];
      const [first] = addresses;
      if (error !== null || first === undefined) return callback(error ?? new Error('no address'), '', 0);
      if (!addresses.every(({ address }) => mayLeadTo(place, placeOf(address)))) {
        const message = `The name ${hostname} resolves to an address in the local network, so it was not followed.`;
        return callback(new NotFetched(message, true), '', 0);
      }
      if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}
