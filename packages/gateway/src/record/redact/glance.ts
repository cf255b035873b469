/** Other characters are taken for one of these, which can only make a glance say `true` once too often. */
const CHARACTERS = 128;
/** A text is copied here piece by piece: bytes are read faster than characters of a string. */
const scratch: Buffer = Buffer.alloc(16 * 1024);
/** So much of the text before is at the beginning of a piece, because a word may lie across. */
const OVERLAP = 4;

/**
 * Makes a glance at a text: `false` means that none of the words is in it, in whatever case; `true`, that one may be. Every call
 * is looked at like this, and nearly all have none, so it costs a nanosecond or two per character: a regular expression with so
 * many alternatives takes ten.
 *
 * @param words of at least three ASCII characters, of which the first four count; `.` is any character
 */
export function createGlance(words: readonly string[]): (text: string) => boolean {
  // Whether two characters are the first and second, or second and third, of some word. One of these begins at an even place.
  const pairs = new Uint8Array(CHARACTERS * CHARACTERS);
  // Bit n of entry c: a word of group n has the character c at this place. Words with a `.` would spoil a group, and each have their own.
  const first = new Int32Array(CHARACTERS);
  const second = new Int32Array(CHARACTERS);
  const third = new Int32Array(CHARACTERS);
  const fourth = new Int32Array(CHARACTERS);
  const dotted = words.filter((word) => word.includes('.'));
  for (const [index, word] of words.entries()) {
    const bit = 1 << (word.includes('.') ? 31 - dotted.indexOf(word) : index % (32 - dotted.length));
    const [a = [], b = [], c = [], d = []] = [0, 1, 2, 3].map((place) => charactersAt(word, place));
    for (const [table, codes] of [
      [first, a],
      [second, b],
      [third, c],
      [fourth, d],
    ] as const)
      for (const code of codes) table[code] = (table[code] ?? 0) | bit;
    for (const [lefts, rights] of [
      [a, b],
      [b, c],
    ] as const)
      for (const left of lefts) for (const right of rights) pairs[left * CHARACTERS + right] = 1;
  }

  const isWordAt = (at: number, length: number): boolean => {
    if (at < 0) return false;
    const bits =
      (first[codeAt(at)] ?? 0) & (second[codeAt(at + 1)] ?? 0) & (at + 2 < length ? (third[codeAt(at + 2)] ?? 0) : 0);
    return bits !== 0 && (at + 3 >= length || (bits & (fourth[codeAt(at + 3)] ?? 0)) !== 0);
  };
  const isInPiece = (length: number): boolean => {
    for (let at = 0; at < length - 1; at += 2) {
      if (pairs[(codeAt(at) << 7) | codeAt(at + 1)] === 0) continue;
      if (isWordAt(at, length) || isWordAt(at - 1, length)) return true;
    }
    return false;
  };

  return (text) => {
    if (text.length <= scratch.length) return isInPiece(scratch.write(text, 'latin1'));
    for (let start = 0; start < text.length; start += scratch.length - OVERLAP)
      if (isInPiece(scratch.write(text.slice(start, start + scratch.length), 'latin1'))) return true;
    return false;
  };
}

const codeAt = (at: number): number => (scratch[at] ?? 0) & (CHARACTERS - 1);

/** The codes that a word may have at a place; all of them beyond its end. */
function charactersAt(word: string, place: number): readonly number[] {
  const character = word.charAt(place);
  if (character === '' || character === '.') return Array.from({ length: CHARACTERS }, (_none, code) => code);
  return [character.toLowerCase().charCodeAt(0), character.toUpperCase().charCodeAt(0)];
}
