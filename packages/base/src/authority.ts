import { BlockList, isIP, isIPv6 } from 'node:net';

/** `name:port` of a `Host` header or an origin, in one spelling. IPv6 addresses stand in brackets. */
export interface Authority {
  readonly name: string;
  /** `undefined` where none was written. */
  readonly port: number | undefined;
}

/** No userinfo, no path, no blanks, no list, no zone: what is no plain name or address is not understood, hence refused. */
const FORM = /^(?:(\[[0-9a-f:.]+\])|([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?)(?::([1-9]\d{0,4}))?$/;

/**
 * Reads an authority strictly: `undefined` for everything that two readers could understand differently.
 *
 * @example
 * parseAuthority('LOCALHOST.:7420') // { name: 'localhost', port: 7420 }
 * parseAuthority('evil.example@localhost') // undefined
 */
export function parseAuthority(text: string): Authority | undefined {
  const [, address, name, digits] = FORM.exec(text.toLowerCase()) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && port > 65_535) return undefined;
  if (name !== undefined) return { name, port };
  if (address === undefined || !isIPv6(address.slice(1, -1))) return undefined;
  // One address has many spellings; URL knows the canonical one.
  return { name: new URL(`http://${address}`).hostname, port };
}

/** `localhost`, 127.0.0.0/8, ::1, and IPv4 loopback in IPv6 clothes. Never 0.0.0.0, which browsers used to let pages reach. */
export function isLoopback(name: string): boolean {
  if (name === 'localhost') return true;
  const address = bare(name);
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** An address and no name, and one that means a machine: DNS rebinding needs a name. */
export function isAddress(name: string): boolean {
  return isIP(bare(name)) !== 0 && !isUnspecified(name);
}

/** `0.0.0.0` and `::`, which mean every interface to who listens, and nothing good to who calls. */
export function isUnspecified(name: string): boolean {
  const address = bare(name);
  const family = isIP(address);
  return family !== 0 && UNSPECIFIED.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

const bare = (name: string): string => name.replace(/^\[(.*)\]$/, '$1');

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const UNSPECIFIED = new BlockList();
UNSPECIFIED.addSubnet('0.0.0.0', 8, 'ipv4');
UNSPECIFIED.addAddress('::', 'ipv6');
