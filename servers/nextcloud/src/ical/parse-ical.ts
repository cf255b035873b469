import ICAL from 'ical.js';
import { NextcloudError } from '../errors.ts';
import { escapeSemicolons } from './vcard-text.ts';
import { isZone, toVtimezone } from './zones.ts';

escapeSemicolons();

/** Reads an iCalendar object or a vCard. */
export function parseIcal(text: string, what: string): ICAL.Component {
  try {
    const parsed = ICAL.Component.fromString(text.trim());
    for (const zone of zonesIn(parsed)) registerZone(zone);
    return parsed;
  } catch {
    throw new NextcloudError('UNEXPECTED_REPLY', `${what} cannot be read: it is not valid iCalendar or vCard.`);
  }
}

/** The zones that times of this object name. */
function zonesIn(component: ICAL.Component): ReadonlySet<string> {
  const zones = new Set<string>();
  for (const inner of component.getAllSubcomponents())
    for (const property of inner.getAllProperties()) {
      const zone = property.getFirstParameter('tzid');
      if (zone) zones.add(zone);
    }
  return zones;
}

/** Many programs name a zone without describing it; ical.js needs the description to compare times of different zones. */
function registerZone(zone: string): void {
  if (ICAL.TimezoneService.has(zone) || !isZone(zone)) return;
  ICAL.TimezoneService.register(new ICAL.Timezone(toVtimezone(zone, 2010)));
}
