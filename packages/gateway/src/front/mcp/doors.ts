import type { ProfileConfig } from '@toolmark/config';
import { ceilingScope, intersect, profileScope, serversScope } from '../../catalog/profile-scope.ts';
import { type Entrance, OWN_ENTRANCE } from '../../model/entrance.ts';
import type { TokenGrant } from '../../model/grant.ts';
import type { Scope } from '../../model/scope.ts';

/** The addresses of the MCP endpoint. Each gives an entrance: mode, scope and ceiling, which also depend on the client's token. */
export interface Doors {
  /** `undefined` for an address that does not exist, or not for this token. */
  readonly open: (path: string, grant: TokenGrant | undefined) => Entrance | undefined;
  /** The entrance that the same address and token give under this config. */
  readonly reopen: (entrance: Entrance) => Entrance | undefined;
}

/**
 * @example
 * createDoors(config.profiles).open('/mcp/p/reading/search', undefined)?.mode // 'search'
 */
export function createDoors(profiles: readonly ProfileConfig[]): Doors {
  const scopes = new Map(profiles.map((profile) => [profile.name, profileScope(profile)]));
  const own = new Map<string, Entrance | undefined>([[OWN_ENTRANCE.door, OWN_ENTRANCE]]);
  const granted = new WeakMap<TokenGrant, Map<string, Entrance | undefined>>();

  const entrancesFor = (grant: TokenGrant | undefined): Map<string, Entrance | undefined> => {
    if (grant === undefined) return own;
    const known = granted.get(grant) ?? new Map<string, Entrance | undefined>();
    granted.set(grant, known);
    return known;
  };
  const make = (path: string, grant: TokenGrant | undefined): Entrance | undefined => {
    const address = readAddress(path);
    const name = profileOf(address, grant);
    if (address === undefined || name === null) return undefined;
    const profile = name === undefined ? undefined : scopes.get(name);
    if (name !== undefined && profile === undefined) return undefined;
    return toEntrance(path, address.mode, profile, grant);
  };

  const open: Doors['open'] = (path, grant) => {
    const known = entrancesFor(grant);
    const before = known.get(path);
    if (before !== undefined) return before;
    const made = make(path, grant);
    // Only existing addresses are cached, because clients may send any number of others.
    if (made !== undefined) known.set(path, made);
    return made;
  };
  return { open, reopen: ({ door, grant }) => open(door, grant) };
}

interface Address {
  readonly profile: string | undefined;
  readonly mode: Entrance['mode'];
}

const ADDRESS = /^\/mcp(?:\/p\/(?<profile>[a-z0-9-]{1,64}))?(?<search>\/search)?$/;

function readAddress(path: string): Address | undefined {
  const found = ADDRESS.exec(path);
  if (found === null) return undefined;
  return {
    profile: found.groups?.['profile'],
    mode: found.groups?.['search'] === undefined ? 'direct' : 'search',
  };
}

/** The profile of an address. A token for one profile gets that profile at every address; `null` for the address of another profile. */
function profileOf(address: Address | undefined, grant: TokenGrant | undefined): string | null | undefined {
  if (grant?.profile === undefined || address?.profile === undefined) return address?.profile ?? grant?.profile;
  return address.profile === grant.profile ? grant.profile : null;
}

function toEntrance(
  door: string,
  mode: Entrance['mode'],
  profile: Scope | undefined,
  grant: TokenGrant | undefined,
): Entrance {
  const servers = grant?.servers === undefined ? undefined : serversScope(grant.servers);
  const scope = intersect(profile, servers);
  const ceiling = grant?.ceiling === 'destructive' ? undefined : grant?.ceiling;
  return {
    principal: grant?.name ?? OWN_ENTRANCE.principal,
    door,
    mode,
    scope,
    menu: ceiling === undefined ? scope : intersect(scope, ceilingScope(ceiling)),
    ceiling,
    grant,
  };
}
