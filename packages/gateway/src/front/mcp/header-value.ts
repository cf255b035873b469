const PREFIX = '=?base64?';
const SUFFIX = '?=';
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** What a header can carry as it is: printable ASCII, with spaces only inside. */
const SAFE = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/** The text a header of 2026-07-28 stands for; `undefined` if its base64 is none. */
export function decodeHeaderValue(value: string): string | undefined {
  if (!value.startsWith(PREFIX) || !value.endsWith(SUFFIX)) return value;
  const payload = value.slice(PREFIX.length, value.length - SUFFIX.length);
  if (!CANONICAL.test(payload)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(payload, 'base64'));
  } catch {
    return undefined;
  }
}

/** The other way round: as it is where that is possible, else in base64. */
export function encodeHeaderValue(text: string): string {
  if (SAFE.test(text) && !text.startsWith(PREFIX)) return text;
  return `${PREFIX}${Buffer.from(text, 'utf8').toString('base64')}${SUFFIX}`;
}
