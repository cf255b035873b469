import { isIP } from 'node:net';
import { isLoopback, isPrivateAddress, lookUp, type ResolveName } from '@toolmark/base';

/** Where an address is, seen from this machine. `nowhere`: nothing that anybody has a reason to name. */
export type Place = 'loopback' | 'private' | 'public' | 'nowhere';

/** What something at a place may lead to: nothing that is nearer to this machine than itself. */
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

/** Where a server is. One whose name leads to several places, or nowhere, is taken for the one that may lead to the least. */
export async function placeOfServer({ hostname }: URL, lookUpAll: ResolveName = lookUp): Promise<Place> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return placeOf(bare);
  if (bare === 'localhost' || bare.endsWith('.localhost')) return 'loopback';
  const places = new Set(await placesOf(bare, lookUpAll));
  if (places.size === 0 || places.has('public') || places.has('nowhere')) return 'public';
  return places.has('private') ? 'private' : 'loopback';
}

/**
 * Why an address that somebody else wrote is not followed, or `undefined`. What its name leads to is looked at when it is connected to.
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
  return place === undefined || mayLeadTo(from, place) ? undefined : 'leads into the network of this machine';
}

async function placesOf(name: string, lookUpAll: ResolveName): Promise<readonly Place[]> {
  try {
    return (await lookUpAll(name)).map(({ address }) => placeOf(address));
  } catch {
    return [];
  }
}

/** Link-local addresses, where clouds keep the credentials of machines, and those that mean every machine or none. */
const NOWHERE =
  /^(?:169\.254\.|0\.|22[4-9]\.|23\d\.|24\d\.|25[0-5]\.|::$|::ffff:(?:0\.|169\.254\.)|fe[89ab][0-9a-f]:|ff[0-9a-f]{2}:)/i;
