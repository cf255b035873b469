import { NextcloudError } from '../../errors.ts';
import type { ResourceSpec } from '../../resources/define-resource.ts';
import { openCalendars } from './calendar-api.ts';

export const calendarResources: readonly ResourceSpec[] = [
  {
    name: 'calendar',
    uri: 'nc://Calendar/{calendar_name}',
    title: 'Calendar',
    description: 'A calendar: its title, color and what it can hold.',
    scopes: ['calendar:read'],
    complete: {
      calendar_name: async (nextcloud, signal) =>
        (await (await openCalendars(nextcloud, signal)).list()).map(({ name }) => name),
    },
    read: async ({ calendar_name }, { nextcloud, signal }) => {
      const all = await (await openCalendars(nextcloud, signal)).list();
      const found = all.find(({ name }) => name === calendar_name);
      if (found === undefined) throw new NextcloudError('NOT_FOUND', `Nextcloud has no calendar '${calendar_name}'.`);
      return found;
    },
  },
];
