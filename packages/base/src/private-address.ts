import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** All addresses of a name. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>;

export const lookUp: LookUp = (name) => systemLookup(name, { all: true });

/** Whether an address means this machine, its network, or nothing that belongs on the internet. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 0) return false;
  return family === 4 ? PRIVATE.check(bare, 'ipv4') : PRIVATE.check(bare, 'ipv6') || holdsPrivate(bare);
}

/**
 * Whether the host of an address says already that it is not on the internet.
 *
 * @example
 * isPrivateHost('[::ffff:10.0.0.1]') // true
 * isPrivateHost('db.internal') // true
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return isPrivateAddress(name);
  // A name without a dot is one of the own network.
  return !name.includes('.') || /\.(?:localhost|local|internal|intranet|lan|corp|home|home\.arpa)$/.test(name);
}

/** The private address that a URL leads to, by its host or by what that resolves to; `undefined` where there is none. */
export async function privateAddressOf(url: URL, lookUpAll: LookUp = lookUp): Promise<string | undefined> {
  if (isPrivateHost(url.hostname)) return url.hostname;
  if (isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return undefined;
  try {
    return (await lookUpAll(url.hostname)).find(({ address }) => isPrivateAddress(address))?.address;
  } catch {
    // A name that nobody knows leads nowhere, which is found out when it is connected to.
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

/** IPv4 in IPv6 clothes: mapped, compatible, NAT64 and 6to4. */
function holdsPrivate(address: string): boolean {
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

/** The eight numbers of an IPv6 address, in whichever spelling it came. */
function toGroups(address: string): readonly number[] {
  // URL knows the canonical spelling, in which no part is written as IPv4.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const numbers = (text: string): readonly number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const before = numbers(head);
  const after = numbers(tail ?? '');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}
