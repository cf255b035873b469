import { stripVTControlCharacters } from 'node:util';

/** Untrusted text as one line that is safe to print: no escape sequences or control characters, truncated. */
export function toPrintable(text: string, maxLength = 200): string {
  // Truncate first, so that only the kept part is cleaned.
  const line = stripVTControlCharacters(text.slice(0, maxLength * 2))
    .replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/** A URL without the parts that may hold secrets: userinfo, query and fragment. */
export function toShownUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** A duration for display: `30 s`, `0.3 s`. */
export function toSeconds(milliseconds: number): string {
  return `${Number((milliseconds / 1_000).toFixed(1))} s`;
}
