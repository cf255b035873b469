import { type Authority, isAddress, isLoopback, isUnspecified, parseAuthority } from '@toolmark/base';

/** `own`: the gateway served the page. `allowed`: the origin is listed in `allowedOrigins`. */
export type OriginVerdict = 'own' | 'allowed' | 'foreign';

const DEFAULT_PORTS = { http: 80, https: 443 } as const;

/**
 * Classifies the `Origin` of a request. Own is only the very origin that was called: another port or loopback address of this machine
 * may belong to another user.
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
  // The gateway speaks no TLS: an own https page can only come through a proxy, whose host has to be configured.
  if (scheme === 'https' && !configured) return false;
  const from = parseAuthority(rest);
  const port = DEFAULT_PORTS[scheme];
  return from !== undefined && from.name === authority.name && (from.port ?? port) === (authority.port ?? port);
}

/** A `Host` that the gateway answers to. */
export interface KnownHost {
  readonly authority: Authority;
  /** Named in `allowedHosts`, so there may be a proxy in front that speaks https. */
  readonly configured: boolean;
}

export type HostVerdict = KnownHost | 'malformed' | 'foreign';

export interface HostRules {
  /** The address that the gateway listens on. */
  readonly host: string;
  readonly port: number;
  /** `name` on any port, or `name:port`. */
  readonly allowedHosts: readonly string[];
}

/** Verdicts that are cached. Only allowed hosts are; further spellings of them are parsed on every request. */
const MOST_REMEMBERED = 64;

/**
 * Checks a `Host` header against the names of the gateway. This stops DNS rebinding: a page whose name was rebound to a loopback address
 * still sends its own name.
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

/** Headers that browsers add to a request, and that a page cannot forge. */
export interface FetchMetadata {
  readonly site: string | undefined;
  readonly mode: string | undefined;
  readonly isSafeMethod: boolean;
  /** Whether the request opens a page of the gateway at the top level, not in a frame. */
  readonly opensPage: boolean;
  /** The verdict on the `Origin` header, if there is one. */
  readonly origin: OriginVerdict | undefined;
}

/** Why a browser's request is refused, or `undefined`. Other programs send none of these headers. */
export function fetchProblem({ site, mode, isSafeMethod, opensPage, origin }: FetchMetadata): string | undefined {
  // In `no-cors` mode a page sends a request whose answer it cannot read. No preflight protects from that.
  if (mode === 'no-cors' && !isSafeMethod) return 'A browser sent it in no-cors mode, which may not change anything.';
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  // Links to the page may be on any site. Following one leaves that site, and opening the page changes nothing.
  if (opensPage && origin === undefined) return undefined;
  // Another port of localhost counts as the same site, although another program may serve it.
  return origin === 'allowed' ? undefined : 'A browser sent it for a page of another origin.';
}

/** Whether a request with a cookie comes from our own page, or was typed by the person. A browser that does not say so is refused. */
export function isFromOwnPage({
  site,
  isSafeMethod,
  origin,
}: Pick<FetchMetadata, 'site' | 'isSafeMethod' | 'origin'>): boolean {
  const isSameOrigin = site === 'same-origin' || site === 'none';
  // Browsers send the origin with every request that may change state.
  return isSameOrigin && (origin === 'own' || (isSafeMethod && origin === undefined));
}
