import type { Profile, ProfileDetail } from '@toolmark/api-contract';
import type { ProfileConfig } from '@toolmark/config';
import { type Endpoint, endpointPath } from '@toolmark/setup';
import { profileScope } from '../../catalog/profile-scope.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { RestDeps } from './deps.ts';

type Deps = Pick<RestDeps, 'catalog' | 'connection' | 'servers' | 'tokens'>;

/** A profile with its current tools. */
export function toProfileDetail(profile: ProfileConfig, deps: Deps): ProfileDetail {
  const { name, description, servers, tools, exclude, classes } = profile;
  const addressOf = (endpoint: Endpoint): string => new URL(endpointPath(endpoint), deps.connection({})?.mcp_url).href;
  const members = toolsIn(profile, deps);
  const countOfClass = (wanted: CatalogTool['resolution']['class']): number =>
    members.filter(({ resolution }) => resolution.class === wanted).length;
  return {
    name,
    description,
    servers,
    tools,
    exclude,
    classes,
    addresses: { direct: addressOf({ profile: name }), search: addressOf({ profile: name, search: true }) },
    counts: {
      servers: deps.catalog().servers.filter(profileScope(profile).hasServer).length,
      tools: members.length,
      read: countOfClass('read'),
      additive: countOfClass('additive'),
      destructive: countOfClass('destructive'),
    },
    problems: profileProblems(profile, members.length, deps),
    tokens: deps.tokens
      .list()
      .filter((token) => token.profile === name && token.status === 'active')
      .map((token) => token.name),
    members: members.map(({ server, definition, resolution }) => ({
      server,
      tool: definition.name,
      class: resolution.class,
    })),
  };
}

export function toProfileView(profile: ProfileConfig, deps: Deps): Profile {
  const { members: _members, ...view } = toProfileDetail(profile, deps);
  return view;
}

function toolsIn(profile: ProfileConfig, { catalog }: Pick<Deps, 'catalog'>): readonly CatalogTool[] {
  const { hasServer, hasTool } = profileScope(profile);
  return catalog().tools.filter((tool) => hasServer(tool.server) && hasTool(tool));
}

const EVERY_CLASS: ProfileConfig['classes'] = ['read', 'additive', 'destructive'];

/** Likely mistakes. Unknown names are allowed, because such servers and tools may be added later. */
function profileProblems(profile: ProfileConfig, toolCount: number, deps: Deps): readonly string[] {
  const { servers, tools, exclude } = profile;
  const hasServer = (glob: string): boolean => {
    const scope = profileScope({ ...profile, servers: [glob], tools: ['*'] });
    return deps.servers().some(({ name }) => scope.hasServer(name));
  };
  const hasTool = (glob: string): boolean =>
    toolsIn({ ...profile, tools: [glob], exclude: [], classes: EVERY_CLASS }, deps).length > 0;
  const ofServers = servers.filter((glob) => !hasServer(glob)).map((glob) => `No server has the name '${glob}'.`);
  const ofTools = [...tools, ...exclude]
    .filter((glob) => glob !== '*' && !hasTool(glob))
    .map((glob) => `No tool of its servers has the name '${glob}' at present.`);
  return [...ofServers, ...ofTools, ...(toolCount === 0 ? ['It has no tools at present.'] : [])];
}
