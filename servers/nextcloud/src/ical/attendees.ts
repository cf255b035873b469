import ICAL from 'ical.js';
import { invalidArgument } from '../errors.ts';

export interface Attendee {
  readonly email: string;
  readonly name?: string;
  /** `ACCEPTED`, `NEEDS-ACTION` and so on. */
  readonly status?: string;
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/** Reads `bob@example.org, Carla <carla@example.org>`. */
export function parseAttendees(text: string): readonly Attendee[] {
  return splitAtCommas(text).map((entry) => {
    const [, name = '', inner] = /^(.*?)<([^<>]*)>$/.exec(entry) ?? [];
    const email = (inner ?? entry).trim();
    if (!ADDRESS.test(email))
      throw invalidArgument(`'${entry}' is not an e-mail address. Separate the attendees with commas.`);
    const label = name.trim().replaceAll('"', '');
    return { email, ...(label !== '' && { name: label }) };
  });
}

/** The attendees of an event; attendees who stay keep their participation status. */
export function setAttendees(event: ICAL.Component, attendees: readonly Attendee[], organizer?: string): void {
  const before = new Map(event.getAllProperties('attendee').map((property) => [emailOf(property), property]));
  event.removeAllProperties('attendee');
  for (const { email, name } of attendees) {
    const kept = before.get(email.toLowerCase());
    const property = kept === undefined ? new ICAL.Property('attendee') : new ICAL.Property(kept.toJSON());
    if (kept === undefined) {
      property.setValue(`mailto:${email}`);
      property.setParameter('role', 'REQ-PARTICIPANT');
      property.setParameter('partstat', 'NEEDS-ACTION');
      property.setParameter('rsvp', 'TRUE');
    }
    if (name !== undefined) property.setParameter('cn', name);
    event.addProperty(property);
  }
  if (attendees.length === 0) event.removeAllProperties('organizer');
  else if (organizer !== undefined && !event.hasProperty('organizer'))
    event.addPropertyWithValue('organizer', `mailto:${organizer}`);
}

export const readAttendees = (event: ICAL.Component): readonly Attendee[] =>
  event.getAllProperties('attendee').map((property) => {
    const [name, status] = [property.getFirstParameter('cn'), property.getFirstParameter('partstat')];
    return { email: emailOf(property), ...(name && { name }), ...(status && { status }) };
  });

/** The entries of a list with commas, without empty ones. */
export const splitAtCommas = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const emailOf = (property: ICAL.Property): string =>
  String(property.getFirstValue())
    .replace(/^mailto:/i, '')
    .toLowerCase();
