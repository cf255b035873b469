/**
 * How long an answer asks to wait, in milliseconds: `Retry-After` holds seconds or a date (RFC 9110, section 10.2.3). `undefined` where
 * it asks for nothing that can be understood.
 *
 * @example
 * retryAfterIn(new Headers({ 'retry-after': '2' })) // 2000
 */
export function retryAfterIn(headers: Headers, now: number = Date.now()): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
