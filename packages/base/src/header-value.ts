const PREFIX = '=?base64?';
const SUFFIX = '?=';
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Printable ASCII and tabs, without leading or trailing blanks, which HTTP would strip. */
const PLAIN = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * Encodes a header value as 2026-07-28 specifies: plain if HTTP can carry it, otherwise in Base64.
 *
 * @example
 * encodeHeaderValue('get_weather') // 'get_weather'
 * encodeHeaderValue('größe') // '=?base64?Z3LDtsOfZQ==?='
 */
export function encodeHeaderValue(value: string): string {
  if (PLAIN.test(value) && !isEncoded(value)) return value;
  return `${PREFIX}${Buffer.from(value).toString('base64')}${SUFFIX}`;
}

/**
 * Decodes a header value of 2026-07-28; `undefined` if its Base64 is invalid.
 *
 * @example
 * decodeHeaderValue('=?base64?Z3LDtsOfZQ==?=') // 'größe'
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!isEncoded(value)) return value;
  const payload = value.slice(PREFIX.length, value.length - SUFFIX.length);
  if (!CANONICAL.test(payload)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(payload, 'base64'));
  } catch {
    return undefined;
  }
}

/** Whether HTTP can carry the value unchanged; `false` for values that Node's HTTP client refuses to send. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function isEncoded(value: string): boolean {
  return value.startsWith(PREFIX) && value.endsWith(SUFFIX);
}
