/**
 * The words of a text or name in lower case: `snake_case`, `kebab-case`, `camelCase`, `HTTPServer` and `base64` are
 * split.
 *
 * @example
 * wordsOf('getHTTPStatus_v2') // ['get', 'http', 'status', 'v', '2']
 */
export function wordsOf(text: string): readonly string[] {
  return splitWords(text).map((part) => part.toLowerCase());
}

/** The same in the original case. */
export function splitWords(text: string): readonly string[] {
  // A fast path: nearly all texts are ASCII, and take a third of the time here.
  if (ASCII.test(text)) return text.match(ASCII_PART) ?? NONE;
  // Composed, so that decomposed accents are the same letters.
  const parts = text.normalize('NFKC').match(PART) ?? NONE;
  return parts.flatMap((part) => (UNSPACED.test(part) ? segmentWords(part) : part));
}

const NONE: readonly string[] = Object.freeze([]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
const ASCII = /^[\x00-\x7f]*$/;
const ASCII_PART = /\d+|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g;

/** Digits; a run of capitals that is followed by a word; a word; a run of capitals; letters without case. */
const PART = /\p{N}+|\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+/gu;

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

let segmenter: Intl.Segmenter | undefined;

function segmentWords(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike === true).map(({ segment }) => segment);
}
