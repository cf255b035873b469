import { type Authority, isAddress, isLoopback, isUnspecified, parseAuthority } from '@toolmark/base';

/** `own`: the page came from us. `allowed`: somebody put it into `allowedOrigins`. */
export type OriginVerdict = 'own' | 'allowed' | 'foreign';

const DEFAULT_PORTS = { http: 80, https: 443 } as const;

/**
 * Says whose page a request comes from. Own is only the very origin that was called: another port on this machine, or
 * another loopback address, may be another user's.
 */
export function createOriginCheck(
  allowedOrigins: readonly string[],
): (origin: string, called: KnownHost) => OriginVerdict {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()).filter((origin) => origin !== 'null'));
  return (origin, called) => {
    const text = origin.toLowerCase();
    if (allowed.has(text)) return 'allowed';
    return isSameOrigin(text, called) ? 'own' : 'foreign';
  };
}

function isSameOrigin(origin: string, { authority, configured }: KnownHost): boolean {
  const [, scheme, rest = ''] = /^(https?):\/\/(.*)$/.exec(origin) ?? [];
  if (scheme !== 'http' && scheme !== 'https') return false;
  // We speak no TLS ourselves: an https page of ours can only come through a proxy that was configured.
  if (scheme === 'https' && !configured) return false;
  const from = parseAuthority(rest);
  const port = DEFAULT_PORTS[scheme];
  return from !== undefined && from.name === authority.name && (from.port ?? port) === (authority.port ?? port);
}

/** A `Host` that is answered to. */
export interface KnownHost {
  readonly authority: Authority;
  /** Named in `allowedHosts`, so there may be a proxy in front that speaks https. */
  readonly configured: boolean;
}

export type HostVerdict = KnownHost | 'malformed' | 'foreign';

export interface HostRules {
  /** Where the gateway listens. */
  readonly host: string;
  readonly port: number;
  /** `name` on any port, or `name:port`. */
  readonly allowedHosts: readonly string[];
}

/** What is remembered is what was allowed, and that is little: more spellings than this are looked at anew each time. */
const MOST_REMEMBERED = 64;

/**
 * Says whether a `Host` header is one of ours. A page that had its name rebound to a loopback address still sends its own
 * name here, and that is how it is told apart.
 */
export function createHostCheck({ host, port, allowedHosts }: HostRules): (header: string) => HostVerdict {
  const listening = parseAuthority(host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)?.name;
  const everywhere = host === '' || (listening !== undefined && isUnspecified(listening));
  const configured = allowedHosts.flatMap((entry) => parseAuthority(entry) ?? []);

  const judge = (header: string): HostVerdict => {
    const authority = parseAuthority(header);
    if (authority === undefined) return 'malformed';
    const { name } = authority;
    const named = configured.some((known) => known.name === name && (known.port ?? authority.port) === authority.port);
    if (named) return { authority, configured: true };
    const isOwn = isLoopback(name) || (everywhere ? isAddress(name) : name === listening && !isUnspecified(name));
    return isOwn && (authority.port ?? 80) === port ? { authority, configured: false } : 'foreign';
  };

  const known = new Map<string, KnownHost>();
  return (header) => {
    const before = known.get(header);
    if (before !== undefined) return before;
    const verdict = judge(header);
    if (typeof verdict === 'object' && known.size < MOST_REMEMBERED) known.set(header, verdict);
    return verdict;
  };
}

/** What a browser says of a request by itself; a page cannot forge these. */
export interface FetchMetadata {
  readonly site: string | undefined;
  readonly mode: string | undefined;
  readonly isSafeMethod: boolean;
  /** It would be shown as a page of its own, not inside another one, and it is one of ours. */
  readonly opensPage: boolean;
  /** Of the `Origin` header, if there is one. */
  readonly origin: OriginVerdict | undefined;
}

/** Why a browser's request is refused, or `undefined`. Programs that are no browsers send none of this. */
export function fetchProblem({ site, mode, isSafeMethod, opensPage, origin }: FetchMetadata): string | undefined {
  // A page asks for `no-cors` to send what it may not read: the one way around a preflight.
  if (mode === 'no-cors' && !isSafeMethod) return 'A browser sent it in no-cors mode, which may not change anything.';
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  // A link to the page may stand anywhere. Whoever follows it leaves that place behind, and the page does nothing by being opened.
  if (opensPage && origin === undefined) return undefined;
  // Another port of localhost is the same site, and not the same program.
  return origin === 'allowed' ? undefined : 'A browser sent it for a page of another origin.';
}

/** That a request with a cookie comes from our own page or from the person. A browser that does not say so is not taken for one. */
export function isFromOwnPage({
  site,
  isSafeMethod,
  origin,
}: Pick<FetchMetadata, 'site' | 'isSafeMethod' | 'origin'>): boolean {
  const isSameOrigin = site === 'same-origin' || site === 'none';
  // Browsers send the origin with everything that may change something.
  return isSameOrigin && (origin === 'own' || (isSafeMethod && origin === undefined));
}
