import { after, type EmulatorApp, type EmulatorReply, type EmulatorRequest, ocs, type World } from '../app.ts';
import { capabilitiesOf } from './capabilities.ts';

const VERSION = { major: 32, minor: 0, micro: 1, string: '32.0.1', edition: '', extendedSupport: false };
/** Apps in the capabilities that can be missing. */
const OPTIONAL: ReadonlySet<string> = new Set(['notes', 'deck', 'tables', 'cookbook']);

/** The capabilities of the server and the profile of the user. */
export function createOcsApp(world: World): EmulatorApp {
  const etag = world.newEtag();
  const since = world.now();
  return {
    name: 'ocs',
    isCore: true,
    snapshot: () => ({}),
    handle: (request) => {
      const [what, ...rest] = after(request.path, 'ocs', 'v2.php', 'cloud') ?? [];
      if (request.method !== 'GET' || rest.length > 0) return undefined;
      if (what === 'capabilities') return withEtag(ocs(capabilities(request, world)), etag);
      return what === 'user' ? ocs(userOf(request, world, since)) : undefined;
    },
  };
}

function capabilities(request: EmulatorRequest, world: World): object {
  const all = Object.entries(capabilitiesOf(`http://${request.header('host') ?? 'localhost'}`));
  const installed = all.filter(([app]) => !OPTIONAL.has(app) || world.isInstalled(app));
  return { version: VERSION, capabilities: Object.fromEntries(installed) };
}

const withEtag = (reply: EmulatorReply, etag: string): EmulatorReply => ({
  ...reply,
  headers: { ...reply.headers, etag: `"${etag}"` },
});

/** The members of an empty profile, with their visibility. */
const EMPTY_FIELDS = {
  phone: 'v2-local',
  address: 'v2-local',
  website: 'v2-local',
  twitter: 'v2-local',
  bluesky: 'v2-local',
  fediverse: 'v2-local',
  organisation: 'v2-local',
  role: 'v2-local',
  headline: 'v2-local',
  biography: 'v2-local',
  pronouns: 'v2-federated',
} as const;

function userOf({ user }: EmulatorRequest, world: World, since: Date): object {
  const displayName = world.users.get(user)?.displayName ?? user;
  const seconds = Math.floor(since.getTime() / 1000);
  return {
    enabled: true,
    storageLocation: `/srv/nextcloud/data/${user}`,
    id: user,
    firstLoginTimestamp: seconds,
    lastLoginTimestamp: seconds,
    lastLogin: seconds * 1000,
    backend: 'Database',
    subadmin: [],
    quota: { free: -3, used: 0, total: -3, relative: 0, quota: -3 },
    manager: '',
    avatarScope: 'v2-federated',
    email: null,
    emailScope: 'v2-federated',
    additional_mail: [],
    additional_mailScope: [],
    displayname: displayName,
    'display-name': displayName,
    displaynameScope: 'v2-federated',
    ...Object.fromEntries(
      Object.entries(EMPTY_FIELDS).flatMap(([name, scope]) => [
        [name, ''],
        [`${name}Scope`, scope],
      ]),
    ),
    profile_enabled: '1',
    profile_enabledScope: 'v2-local',
    groups: world.groupsOf(user),
    language: 'en',
    locale: '',
    timezone: '',
    notify_email: null,
    backendCapabilities: { setDisplayName: true, setPassword: true },
  };
}
