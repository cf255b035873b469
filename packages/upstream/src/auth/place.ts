import { isIP } from 'node:net';
import { isLoopback, isPrivateAddress, lookUp, type ResolveName } from '@toolmark/base';

/** Where an address is in relation to this machine. `nowhere`: no legitimate server has such an address. */
export type Place = 'loopback' | 'private' | 'public' | 'nowhere';

/** The places that each place may refer to: never closer to this machine than itself. */
const LEADS_TO = {
  loopback: new Set<Place>(['loopback', 'private', 'public']),
  private: new Set<Place>(['private', 'public']),
  public: new Set<Place>(['public']),
  nowhere: new Set<Place>(),
} as const satisfies Record<Place, ReadonlySet<Place>>;

/**
 * @example
 * placeOf('10.0.0.1') // 'private'
 * placeOf('169.254.169.254') // 'nowhere'
 */
export function placeOf(address: string): Place {
  if (isLoopback(address)) return 'loopback';
  if (NOWHERE.test(address)) return 'nowhere';
  return isPrivateAddress(address) ? 'private' : 'public';
}

export const mayLeadTo = (from: Place, to: Place): boolean => LEADS_TO[from].has(to);

/** Resolves the place of a server. A name with several places, or none, counts as the most restricted one. */
export async function placeOfServer({ hostname }: URL, lookUpAll: ResolveName = lookUp): Promise<Place> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return placeOf(bare);
  if (bare === 'localhost' || bare.endsWith('.localhost')) return 'loopback';
  const places = new Set(await placesOf(bare, lookUpAll));
  if (places.size === 0 || places.has('public') || places.has('nowhere')) return 'public';
  return places.has('private') ? 'private' : 'loopback';
}

/**
 * Why an address from a third party is refused, or `undefined`. Its DNS name is checked when the connection opens.
 *
 * @param from where the server is whose metadata names it
 */
export function addressProblem(url: URL, from: Place): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isHere = host === 'localhost' || host.endsWith('.localhost') || isLoopback(host);
  if (url.protocol === 'http:') {
    if (!(isHere && from === 'loopback')) return 'is not https';
  } else if (url.protocol !== 'https:') return 'is not https';
  if (url.username !== '' || url.password !== '') return 'has credentials in it';
  const place = isHere ? 'loopback' : isIP(host) === 0 ? undefined : placeOf(host);
  return place === undefined || mayLeadTo(from, place) ? undefined : 'leads into the local network';
}

async function placesOf(name: string, lookUpAll: ResolveName): Promise<readonly Place[]> {
  try {
    return (await lookUpAll(name)).map(({ address }) => placeOf(address));
  } catch {
    return [];
  }
}

/** Link-local addresses, which include cloud metadata services, and unspecified or broadcast addresses. */
const NOWHERE =
  /^(?:169\.254\.|0\.|22[4-9]\.|23\d\.|24\d\.|25[0-5]\.|::$|::ffff:(?:0\.|169\.254\.)|fe[89ab][0-9a-f]:|ff[0-9a-f]{2}:)/i;
