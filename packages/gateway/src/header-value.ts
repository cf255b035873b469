const PREFIX = '=?base64?';
const SUFFIX = '?=';

/** Printable ASCII and tabs, without blanks at the ends, which HTTP would strip. */
const PLAIN = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * A value as 2026-07-28 writes it into a header: as it is, or in Base64 where HTTP would not carry it.
 *
 * @example
 * encodeHeaderValue('get_weather') // 'get_weather'
 * encodeHeaderValue('größe') // '=?base64?Z3LDtsOfZQ==?='
 */
export function encodeHeaderValue(value: string): string {
  const looksEncoded = value.startsWith(PREFIX) && value.endsWith(SUFFIX);
  if (PLAIN.test(value) && !looksEncoded) return value;
  return `${PREFIX}${Buffer.from(value).toString('base64')}${SUFFIX}`;
}

/** Whether HTTP carries a value as it is; `false` for what a client of Node refuses to send. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
