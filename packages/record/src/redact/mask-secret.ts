import { MARKER_SOURCE, markerOf } from './marker.ts';
import type { Redacted } from './shape.ts';

/**
 * Redacts every part of a value that may belong to a secret. Keeps blanks, line ends, `;`, `|`, `&&`, backticks and
 * `$(`, which a secret cannot contain, so that the record still shows several words or a command.
 *
 * @example
 * maskSecret('correct horse') // { text: '[redacted 7 characters] [redacted 5 characters]', count: 2 }
 */
export function maskSecret(value: string): Redacted {
  let count = 0;
  const text = value.replace(STRETCH, (found, marker: string | undefined, at: number) => {
    const isScheme = at === 0 && SCHEME.test(found) && found.length < value.length;
    if (marker !== undefined || isScheme) return found;
    count += 1;
    return markerOf(found.length);
  });
  return { text, count };
}

/** The scheme of an Authorization header is not secret. */
const SCHEME = /^(?:bearer|basic|digest|negotiate)$/i;

/** A marker, kept as it is, or a run of characters up to the next separator. */
const STRETCH = new RegExp(
  `(${MARKER_SOURCE})|(?:(?!${MARKER_SOURCE})[^\\s;|\`$(&]|\\$(?!\\()|(?<!\\$)\\(|(?<!&)&(?!&))+`,
  'g',
);

/**
 * Where a value ends and a shell command begins, so that the command is treated as text; the length if there is none. A
 * password has no blanks and a passphrase no shell syntax: a value with both is a command, and so is command
 * substitution. The first word may still be a secret.
 *
 * @example
 * commandStart('x; rm -rf ~') // 1
 * commandStart('p;4ss|w0rd') // 10
 */
export function commandStart(value: string): number {
  // The blanks of a marker do not count.
  const text = value.replace(MARKERS, (marker) => '.'.repeat(marker.length));
  const substituted = text.search(SUBSTITUTION);
  const separated = text.search(SEPARATOR);
  const blank = text.search(/\s/);
  const found = [substituted, ...(separated === -1 || blank === -1 ? [] : [separated, blank])].filter(
    (at) => at !== -1,
  );
  return found.length === 0 ? value.length : Math.min(...found);
}

const MARKERS = new RegExp(MARKER_SOURCE, 'g');
const SUBSTITUTION = /\$\([^)]*\)|`[^`]*`/;
const SEPARATOR = /[;|`]|&&|\$\(/;

/** Redacts a value up to a command in it. */
export function maskUpToCommand(value: string): Redacted & { readonly rest: string } {
  const at = commandStart(value);
  return { ...maskSecret(value.slice(0, at)), rest: value.slice(at) };
}
