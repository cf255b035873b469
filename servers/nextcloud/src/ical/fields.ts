import ICAL from 'ical.js';
import { splitAtCommas } from './attendees.ts';

/** A new calendar object with one empty component. */
export function newObject(kind: 'vevent' | 'vtodo', uid: string): ICAL.Component {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Toolmark//Nextcloud MCP server//EN');
  const component = new ICAL.Component(kind);
  calendar.addSubcomponent(component);
  component.addPropertyWithValue('uid', uid);
  return calendar;
}

/** The main component, not an exception of a series. */
export function mainComponentOf(calendar: ICAL.Component, kind: 'vevent' | 'vtodo'): ICAL.Component {
  const all = calendar.getAllSubcomponents(kind);
  const main = all.find((each) => !each.hasProperty('recurrence-id')) ?? all[0];
  if (main === undefined) throw new TypeError(`There is no ${kind} in this object.`);
  return main;
}

export function propertyText(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name);
  return value === null ? '' : String(value);
}

/** An empty text removes the property. */
export function setText(component: ICAL.Component, name: string, value: string | undefined): void {
  if (value === undefined) return;
  if (value === '') component.removeAllProperties(name);
  else component.updatePropertyWithValue(name, value);
}

export const propertyNumber = (component: ICAL.Component, name: string): number | undefined => {
  const value = component.getFirstPropertyValue(name);
  return value === null || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value);
};

export const categoriesOf = (component: ICAL.Component): readonly string[] =>
  component.getAllProperties('categories').flatMap((property) => property.getValues().map(String));

export function setCategories(component: ICAL.Component, text: string | undefined): void {
  if (text === undefined) return;
  component.removeAllProperties('categories');
  const names = splitAtCommas(text);
  if (names.length === 0) return;
  const property = new ICAL.Property('categories');
  property.setValues([...names]);
  component.addProperty(property);
}

/** Sets the time of creation or change of a component to now. */
export function stampChange(component: ICAL.Component, now: Date, isNew = false): void {
  const time = ICAL.Time.fromJSDate(now, true);
  component.updatePropertyWithValue('dtstamp', time);
  component.updatePropertyWithValue('last-modified', time);
  if (isNew) component.addPropertyWithValue('created', time);
  else component.updatePropertyWithValue('sequence', (propertyNumber(component, 'sequence') ?? 0) + 1);
}
