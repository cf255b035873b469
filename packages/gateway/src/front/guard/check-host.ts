import { type Authority, isAddress, isLoopback, isUnspecified, parseAuthority } from '@toolmark/base';

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
