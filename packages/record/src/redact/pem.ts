import { markerOf } from './marker.ts';
import type { Shape } from './shape.ts';

const LABEL = '(?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----';
/** Line ends, also escaped as in a JSON string; some variables have blanks instead. */
const BREAK = '(?:\\s|\\\\{1,15}[nr])';
/** `Proc-Type: 4,ENCRYPTED` and the like. */
const HEADERS = `(?:${BREAK}{1,8}[A-Za-z][A-Za-z-]{1,30}: [\\w ,.:/+=@-]{1,120})*`;

/**
 * A private key in PEM. Only its body is redacted, and only if it is one: base64 lines of equal length. Other text
 * between the same labels stays.
 */
export const PEM: Shape = {
  pattern: new RegExp(`(-----BEGIN ${LABEL}${HEADERS}${BREAK}{1,8})((?:[A-Za-z0-9+/=]|${BREAK})+)`, 'g'),
  replace: (match, [start = '', rest = '']) => {
    const length = bodyLength(rest);
    return length === 0 ? match : `${start}${markerOf(length)}${rest.slice(length)}`;
  },
};

/** How much of a text is a key's body: lines of equal length, and a last one that is not longer. */
function bodyLength(text: string): number {
  const [first = ''] = LINE.exec(text) ?? [];
  if (first.length < SHORTEST_LINE || !/[a-z]/.test(first) || !/[A-Z]/.test(first)) return 0;
  let end = first.length;
  let last = first;
  for (const { 0: line, index } of text.slice(end).matchAll(NEXT)) {
    const base64 = line.replace(LEADING, '');
    if (last.length < first.length || base64.length > first.length) break;
    // Base64 has capitals, digits or padding, unlike a word or path after the key.
    if (base64.length < first.length && !/[A-Z0-9=]/.test(base64)) break;
    end = first.length + index + line.length;
    last = base64;
  }
  return end;
}

/** Lines have 64 characters, or 70, or 76. */
const SHORTEST_LINE = 32;
const LINE = /^[A-Za-z0-9+/]+={0,2}/;
const NEXT = new RegExp(`${BREAK}{1,8}[A-Za-z0-9+/]+={0,2}`, 'gy');
const LEADING = new RegExp(`^${BREAK}+`);
