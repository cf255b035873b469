import { element } from '../../dav/xml.ts';
import { after, type EmulatorApp, type World } from '../app.ts';
import { davHref, notFound, propfind } from './multistatus.ts';

/** The address of a user of the emulator. */
export const mailOf = (user: string): string => `${user}@example.org`;

/** Answers discovery: the signed-in user, and the paths of their calendars and address books. */
export function createPrincipalsApp(world: World): EmulatorApp {
  const href = (...path: readonly string[]) => element('d:href', davHref(...path));
  return {
    name: 'dav-principals',
    snapshot: () => [...world.users.keys()],
    handle: (request) => {
      const rest = after(request.path, 'remote.php', 'dav');
      if (rest === undefined || request.method !== 'PROPFIND') return undefined;
      const principal = element('d:current-user-principal', [href('principals', 'users', request.user, '')]);
      const root = element('d:resourcetype', [element('d:collection')]);
      if (rest.length === 0)
        return propfind(request, [{ href: davHref(''), props: [root], more: [principal] }], '1, 3');
      if (rest[0] !== 'principals') return undefined;
      const user = rest[2] ?? '';
      if (rest[1] !== 'users' || !world.users.has(user)) return notFound(`Principal with name ${user} not found`);
      const type = element('d:resourcetype', [element('d:collection'), element('d:principal')]);
      const more = [
        principal,
        element('d:displayname', world.users.get(user)?.displayName ?? user),
        element('c:calendar-home-set', [href('calendars', user, '')]),
        element('card:addressbook-home-set', [href('addressbooks', 'users', user, '')]),
        element('c:schedule-outbox-URL', [href('calendars', user, 'outbox', '')]),
        element('c:calendar-user-address-set', [
          element('d:href', `mailto:${mailOf(user)}`),
          href('principals', 'users', user, ''),
        ]),
      ];
      return propfind(request, [{ href: davHref('principals', 'users', user, ''), props: [type], more }], '1, 3');
    },
  };
}
