import { parseAuthority } from '@toolmark/base';
import type { KnownHost } from './check-host.ts';

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
