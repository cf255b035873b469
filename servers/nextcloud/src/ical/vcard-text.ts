import ICAL from 'ical.js';

interface TextType {
  fromICAL: (value: string, structuredEscape?: string) => string;
  toICAL: (value: string, structuredEscape?: string) => string;
}

/**
 * Lets ical.js read and write `\;` in every text of a vCard, as RFC 2426 requires. By default it does so only in structured values, and each write would double the
 * backslashes in a note of another program.
 */
export function escapeSemicolons(): void {
  // The types of ical.js leave the value types of a design set open.
  const text = ICAL.design.vcard3.value.text as TextType & { isPatched?: boolean };
  if (text.isPatched === true) return;
  const { fromICAL, toICAL } = text;
  text.fromICAL = (value) => fromICAL(value, ';');
  text.toICAL = (value) => toICAL(value, ';');
  text.isPatched = true;
}
