import { BlockList, isIP, isIPv6 } from 'node:net';

/** Host and port of a `Host` header or an origin in a normalized spelling. IPv6 addresses are in brackets. */
export interface Authority {
  readonly name: string;
  /** `undefined` if the text names no port. */
  readonly port: number | undefined;
}

/**
 * Rejects userinfo, paths, blanks, lists and IPv6 zones: only a plain name or address with an optional port matches.
 */
const AUTHORITY = /^(?:(\[[0-9a-f:.]+\])|([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?)(?::([1-9]\d{0,4}))?$/;

/**
 * Parses an authority strictly: returns `undefined` for any text that two parsers could read differently.
 *
 * @example
 * parseAuthority('LOCALHOST.:7420') // { name: 'localhost', port: 7420 }
 * parseAuthority('evil.example@localhost') // undefined
 */
export function parseAuthority(text: string): Authority | undefined {
  const [, address, name, digits] = AUTHORITY.exec(text.toLowerCase()) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && port > 65_535) return undefined;
  if (name !== undefined) return { name, port };
  if (address === undefined || !isIPv6(address.slice(1, -1))) return undefined;
  // An IP address has many spellings; `URL` returns the canonical one.
  return { name: new URL(`http://${address}`).hostname, port };
}

/**
 * `localhost`, 127.0.0.0/8, ::1 and IPv4-mapped loopback addresses. Excludes 0.0.0.0, which some browsers let web pages
 * reach.
 */
export function isLoopback(name: string): boolean {
  if (name === 'localhost') return true;
  const address = withoutBrackets(name);
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether the host is an IP address of one machine rather than a name. DNS rebinding needs a name. */
export function isAddress(name: string): boolean {
  return isIP(withoutBrackets(name)) !== 0 && !isUnspecified(name);
}

/** `0.0.0.0` and `::`: all interfaces when listening, but no valid destination for a request. */
export function isUnspecified(name: string): boolean {
  const address = withoutBrackets(name);
  const family = isIP(address);
  return family !== 0 && UNSPECIFIED.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

const withoutBrackets = (name: string): string => name.replace(/^\[(.*)\]$/, '$1');

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const UNSPECIFIED = new BlockList();
UNSPECIFIED.addSubnet('0.0.0.0', 8, 'ipv4');
UNSPECIFIED.addAddress('::', 'ipv6');
