import { buildXml, element, type XmlElement } from '../../dav/xml.ts';
import { parseIcal } from '../../ical/parse-ical.ts';
import { readTime } from '../../ical/times.ts';
import { davError, type EmulatorReply, type EmulatorRequest, type World } from '../app.ts';
import { freeBusy } from './caldav-report.ts';
import type { Collection } from './collection.ts';
import { mailOf } from './principals.ts';

/** Answers a free-busy request (RFC 6638) for users of this server; others are unknown. */
export function answerOutbox(
  request: EmulatorRequest,
  world: World,
  calendarsOf: (user: string) => Iterable<Collection>,
): EmulatorReply {
  if (request.method !== 'POST') return { status: 501 };
  const question = parseIcal(request.body.toString(), 'the question').getFirstSubcomponent('vfreebusy');
  if (question === null) return davError(400, 'BadRequest', 'The component was not a VFREEBUSY');
  if (question.getFirstPropertyValue('organizer') !== `mailto:${mailOf(request.user)}`)
    return davError(403, 'Forbidden', 'The organizer in the request did not match any of the addresses for the owner');
  const range = { start: readTime(question, 'dtstart')?.instant, end: readTime(question, 'dtend')?.instant };
  const responses = question.getAllProperties('attendee').map((attendee) => {
    const address = String(attendee.getFirstValue());
    const user = [...world.users.keys()].find((each) => `mailto:${mailOf(each)}` === address.toLowerCase());
    if (user === undefined) return toResponse(address, '3.7;Could not find principal');
    const answer = freeBusy(calendarsOf(user), range, world.now());
    return toResponse(address, '2.0;Success', `${answer.toString()}\r\n`);
  });
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: buildXml(element('c:schedule-response', responses)),
  };
}

const toResponse = (address: string, status: string, data?: string): XmlElement =>
  element('c:response', [
    element('c:recipient', [element('d:href', address)]),
    element('c:request-status', status),
    ...(data === undefined ? [] : [element('c:calendar-data', data)]),
  ]);
