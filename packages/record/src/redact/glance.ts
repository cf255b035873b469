/** A text is copied here piece by piece: bytes are read faster than characters of a string. */
const scratch: Buffer = Buffer.alloc(16 * 1024);
/** So much of the text before is at the beginning of a piece, because a word may lie across. */
const OVERLAP = 4;
/** How many characters are told apart; all that are in no word are one. */
const KINDS = 64;

/**
 * Makes a glance at a text: `false` means that none of the words is in it, in whatever case; `true`, that one may be. Every call
 * is looked at like this, and nearly all have none, so it costs a nanosecond or two per character: a regular expression with so
 * many alternatives takes ten.
 *
 * @param words of at least three ASCII characters, of which the first four count; `.` is any character
 */
export function createGlance(words: readonly string[]): (text: string) => boolean {
  const kinds = kindsOf(words);
  // Whether two characters are the first and second, or the second and third, of a word. One of these begins at an even place.
  const pairs = new Uint8Array(KINDS ** 2);
  const beginnings = new Uint8Array(KINDS ** 3);
  const endings = new Uint8Array(KINDS ** 3);
  for (const word of words) {
    const [a = [], b = [], c = [], d = []] = [0, 1, 2, 3].map((place) => kindsAt(word, place, kinds));
    mark(pairs, a, b);
    mark(pairs, b, c);
    mark(beginnings, a, b, c);
    mark(endings, b, c, d);
  }

  const kindAt = (at: number): number => kinds[scratch[at] ?? 0] ?? 0;
  const isWordAt = (at: number, length: number): boolean => {
    if (at < 0 || at + 2 >= length) return false;
    const middle = kindAt(at + 1) * KINDS + kindAt(at + 2);
    if (beginnings[kindAt(at) * KINDS * KINDS + middle] === 0) return false;
    return at + 3 >= length || endings[middle * KINDS + kindAt(at + 3)] === 1;
  };
  const isInPiece = (length: number): boolean => {
    for (let at = 0; at < length - 1; at += 2) {
      if (pairs[kindAt(at) * KINDS + kindAt(at + 1)] === 0) continue;
      if (isWordAt(at, length) || isWordAt(at - 1, length)) return true;
    }
    return false;
  };

  return (text) => {
    // Of characters beyond Latin only a part is written, which can make it say `true` once too often and never `false`.
    if (text.length <= scratch.length) return isInPiece(scratch.write(text, 'latin1'));
    for (let start = 0; start < text.length; start += scratch.length - OVERLAP)
      if (isInPiece(scratch.write(text.slice(start, start + scratch.length), 'latin1'))) return true;
    return false;
  };
}

/** The kind of each byte: its own for every character of the words, in both cases, and 0 for all others. */
function kindsOf(words: readonly string[]): Uint8Array {
  const kinds = new Uint8Array(256);
  for (const [index, character] of [...new Set(words.join('').toLowerCase().replaceAll('.', ''))].entries())
    for (const written of [character, character.toUpperCase()]) kinds[written.charCodeAt(0)] = index + 1;
  return kinds;
}

/** What may stand at a place of a word; anything beyond its end. */
function kindsAt(word: string, place: number, kinds: Uint8Array): readonly number[] {
  const character = word.charAt(place);
  if (character === '' || character === '.') return Array.from({ length: KINDS }, (_none, kind) => kind);
  return [kinds[character.charCodeAt(0)] ?? 0];
}

/** Sets an entry of a table for every combination. */
function mark(table: Uint8Array, ...places: readonly (readonly number[])[]): void {
  const entries = places.reduce<readonly number[]>(
    (found, next) => found.flatMap((entry) => next.map((kind) => entry * KINDS + kind)),
    [0],
  );
  for (const entry of entries) table[entry] = 1;
}
