import { MARKER_SOURCE, markerOf } from './marker.ts';
import type { Redacted } from './shape.ts';

/**
 * Replaces every stretch of a value that can be part of a secret. Blanks, line ends, `;`, `|`, `&&`, backticks and `$(` cannot, and
 * always stay: whoever reads the record sees that there was more than one word, or a command.
 *
 * @example
 * blot('correct horse') // { text: '[redacted 7 characters] [redacted 5 characters]', count: 2 }
 */
export function blot(value: string): Redacted {
  let count = 0;
  const text = value.replace(STRETCH, (found, marker: string | undefined, at: number) => {
    const isScheme = at === 0 && SCHEME.test(found) && found.length < value.length;
    if (marker !== undefined || isScheme) return found;
    count += 1;
    return markerOf(found.length);
  });
  return { text, count };
}

/** How the credentials of a header are meant is no secret. */
const SCHEME = /^(?:bearer|basic|digest|negotiate)$/i;

/** A marker, which stays as it is, or characters up to the next one that ends a stretch. */
const STRETCH = new RegExp(
  `(${MARKER_SOURCE})|(?:(?!${MARKER_SOURCE})[^\\s;|\`$(&]|\\$(?!\\()|(?<!\\$)\\(|(?<!&)&(?!&))+`,
  'g',
);

/**
 * Where a value stops being a secret and becomes a command, so that the rest of it is read like any other text; its length where it
 * does not. A password has no blanks and a passphrase no syntax of a shell: a value with both is a command, and so is whatever a shell
 * would replace by the output of one. The first word may be a secret all the same.
 *
 * @example
 * commandStart('x; rm -rf ~') // 1
 * commandStart('p;4ss|w0rd') // 10
 */
export function commandStart(value: string): number {
  // The blanks of a marker say nothing of what it replaced.
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

/** Blots out a value up to the command in it. */
export function blotSecret(value: string): Redacted & { readonly rest: string } {
  const at = commandStart(value);
  return { ...blot(value.slice(0, at)), rest: value.slice(at) };
}
