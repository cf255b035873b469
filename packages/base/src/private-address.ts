import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Resolves a name to all of its addresses. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

export const lookUp: ResolveName = (name) => systemLookup(name, { all: true });

/** Whether an address belongs to this machine, its network, or a range that is not on the internet. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 0) return false;
  return family === 4 ? PRIVATE.check(bare, 'ipv4') : PRIVATE.check(bare, 'ipv6') || embedsPrivateIpv4(bare);
}

/**
 * Whether the host alone shows that an address is not on the internet.
 *
 * @example
 * isPrivateHost('[::ffff:10.0.0.1]') // true
 * isPrivateHost('db.internal') // true
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return isPrivateAddress(name);
  // A name without a dot belongs to the local network.
  return !name.includes('.') || /\.(?:localhost|local|internal|intranet|lan|corp|home|home\.arpa)$/.test(name);
}

/** The private address that a URL leads to, by its host or by DNS; `undefined` if it leads to none. */
export async function findPrivateAddress(url: URL, lookUpAll: ResolveName = lookUp): Promise<string | undefined> {
  if (isPrivateHost(url.hostname)) return url.hostname;
  if (isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return undefined;
  try {
    return (await lookUpAll(url.hostname)).find(({ address }) => isPrivateAddress(address))?.address;
  } catch {
    // An unresolvable name leads nowhere; connecting will report it.
    return undefined;
  }
}

const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv6');
}

/** IPv4 embedded in IPv6: mapped, compatible, NAT64 and 6to4. */
function embedsPrivateIpv4(address: string): boolean {
  const groups = toGroups(address);
  const last = `${(groups[6] ?? 0) >> 8}.${(groups[6] ?? 0) & 255}.${(groups[7] ?? 0) >> 8}.${(groups[7] ?? 0) & 255}`;
  const startsWith = (...wanted: readonly number[]): boolean => wanted.every((group, index) => groups[index] === group);
  if (startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0, 0, 0, 0, 0, 0) || startsWith(0x64, 0xff9b)) {
    return PRIVATE.check(last, 'ipv4');
  }
  if (groups[0] !== 0x2002) return false;
  const [, high = 0, low = 0] = groups;
  return PRIVATE.check(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`, 'ipv4');
}

/** The eight groups of an IPv6 address in any spelling. */
function toGroups(address: string): readonly number[] {
  // `URL` returns the canonical spelling, which has no dotted IPv4 part.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const numbers = (text: string): readonly number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const before = numbers(head);
  const after = numbers(tail ?? '');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}
