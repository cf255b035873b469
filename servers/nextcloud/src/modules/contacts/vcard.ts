import ICAL from 'ical.js';
import * as z from 'zod';
import { parseIcal } from '../../ical/parse-ical.ts';

const line = z.string();
const lines = z.union([line, z.array(line)]);

/** The fields of a contact that tools can set. */
export const ContactData = z.strictObject({
  fn: line.min(1).optional().describe('Full name'),
  given_name: line.optional().describe('Given name'),
  family_name: line.optional().describe('Family name'),
  nickname: line.optional().describe('Nickname'),
  email: lines.optional().describe('One or all addresses'),
  tel: lines.optional().describe('One or all numbers'),
  org: line.optional().describe('Organisation'),
  title: line.optional().describe('Job title'),
  bday: line
    .refine((day) => day === '' || z.iso.date().safeParse(day).success, 'a date such as 1990-01-31')
    .optional()
    .describe('Birthday, such as 1990-01-31'),
  url: line.optional().describe('Web page'),
  note: line.optional().describe('Note'),
  categories: z.array(line).optional().describe('Groups'),
});
export type ContactData = z.output<typeof ContactData>;

/** An empty card; version 3.0 is what Nextcloud itself writes. */
export const newCard = (uid: string): ICAL.Component => {
  const card = parseIcal('BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD', 'the new card');
  card.addPropertyWithValue('uid', uid);
  return card;
};

/** Applies fields; an empty text or list removes one. Keeps every other property of the card. */
export function writeCard(card: ICAL.Component, data: ContactData, now: Date): void {
  if (data.fn !== undefined) card.updatePropertyWithValue('fn', data.fn);
  setName(card, data);
  for (const name of ['nickname', 'org', 'title', 'url', 'note'] as const) {
    const value = data[name];
    if (value === '') card.removeAllProperties(name);
    else if (value !== undefined) setFirst(card, name, value);
  }
  for (const name of ['email', 'tel'] as const) setAll(card, name, data[name]);
  setBirthday(card, data.bday);
  setCategories(card, data.categories);
  card.updatePropertyWithValue('rev', now.toISOString().replace(/\.\d+Z$/, 'Z'));
}

export interface Contact {
  readonly uid: string;
  readonly fullname: string;
  readonly nickname?: string;
  readonly birthday?: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly org?: string;
  readonly title?: string;
  readonly note?: string;
  readonly categories: readonly string[];
}

export function readCard(card: ICAL.Component): Contact {
  const firstValue = (name: string): string => propertyValues(card, name)[0] ?? '';
  const optional = (name: string, property: string): object => {
    const value = firstValue(property);
    return value === '' ? {} : { [name]: value };
  };
  return {
    uid: firstValue('uid'),
    fullname: firstValue('fn'),
    ...optional('nickname', 'nickname'),
    ...optional('birthday', 'bday'),
    emails: propertyValues(card, 'email'),
    phones: propertyValues(card, 'tel').map((phone) => phone.replace(/^tel:/i, '')),
    ...optional('org', 'org'),
    ...optional('title', 'title'),
    ...optional('note', 'note'),
    categories: card.getAllProperties('categories').flatMap((property) => property.getValues().map(String)),
  };
}

/** N holds family name, given name and three more parts, which are kept. A card without N gets it from the full name. */
function setName(card: ICAL.Component, { fn, given_name, family_name }: ContactData): void {
  const property = card.getFirstProperty('n') ?? new ICAL.Property('n', card);
  const before = property.getFirstValue();
  const parts = Array.isArray(before) ? before.map(String) : ['', '', '', '', ''];
  const isNew = !card.hasProperty('n');
  if (!isNew && given_name === undefined && family_name === undefined) return;
  const words = (fn ?? '').trim().split(/\s+/);
  const [family, given] = isNew ? [words.slice(1).join(' '), words[0] ?? ''] : [parts[0] ?? '', parts[1] ?? ''];
  const value = [family_name ?? family, given_name ?? given, ...parts.slice(2)];
  card.removeAllProperties('n');
  const changed = new ICAL.Property('n', card);
  changed.setValue(value);
  card.addProperty(changed);
}

/** Keeps the parameters. An organisation is a list of units, of which this is the first. */
function setFirst(card: ICAL.Component, name: string, value: string): void {
  const property = card.getFirstProperty(name) ?? card.addProperty(new ICAL.Property(name, card));
  property.setValue(name === 'org' ? [value] : value);
}

/** Unchanged values keep their types (home, work), groups and other parameters. */
function setAll(card: ICAL.Component, name: string, given: string | readonly string[] | undefined): void {
  if (given === undefined) return;
  const wanted = (typeof given === 'string' ? [given] : given).filter((value) => value !== '');
  for (const property of card.getAllProperties(name))
    if (!wanted.includes(String(property.getFirstValue()))) card.removeProperty(property);
  for (const value of wanted) if (!propertyValues(card, name).includes(value)) card.addPropertyWithValue(name, value);
}

function setBirthday(card: ICAL.Component, bday: string | undefined): void {
  if (bday === undefined) return;
  card.removeAllProperties('bday');
  if (bday === '') return;
  const property = new ICAL.Property('bday', card);
  property.resetType('date');
  property.setValue(bday);
  card.addProperty(property);
}

function setCategories(card: ICAL.Component, categories: readonly string[] | undefined): void {
  if (categories === undefined) return;
  card.removeAllProperties('categories');
  if (categories.length === 0) return;
  const property = new ICAL.Property('categories', card);
  property.setValues([...categories]);
  card.addProperty(property);
}

const propertyValues = (card: ICAL.Component, name: string): readonly string[] =>
  card.getAllProperties(name).map((property) => {
    const value: unknown = property.getFirstValue();
    return Array.isArray(value) ? value.filter((part) => part !== '').join(', ') : String(value);
  });
