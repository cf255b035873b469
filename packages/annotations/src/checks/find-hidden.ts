import { type HiddenCharacter, hiddenCharacters } from '../characters/hidden-characters.ts';
import { quoteAt } from './quote.ts';

/**
 * Describes the text hidden from human readers, as the predicate of a sentence; `undefined` if nothing is hidden.
 *
 * @example
 * findHidden('Reads\u202e a note', 'prose') // 'has hidden characters (U+202E): "Reads\\u{202e} a note"'
 */
export function findHidden(text: string, role: 'name' | 'prose'): string | undefined {
  const hidden = hiddenCharacters(text, role);
  const [first] = hidden;
  if (first !== undefined) {
    const spelt = spellOut(hidden);
    const meaning = spelt === undefined ? '' : `, which encode ${quoteAt(spelt, 0, spelt.length)}`;
    return `has hidden characters (${countCodes(hidden)})${meaning}: ${quoteAt(text, first.index, first.index + 1)}`;
  }
  return findPushedAway(text);
}

const MAX_CODES = 4;

function countCodes(hidden: readonly HiddenCharacter[]): string {
  const counts = [...Map.groupBy(hidden, ({ char }) => char)].map(([char, all]) => {
    const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return all.length === 1 ? code : `${all.length} × ${code}`;
  });
  const more = counts.length - MAX_CODES;
  return more > 0 ? `${counts.slice(0, MAX_CODES).join(', ')} and ${more} others` : counts.join(', ');
}

/**
 * Decodes the two alphabets used to smuggle text past readers: tag characters, which mirror ASCII, and variation
 * selectors, which encode bytes.
 */
function spellOut(hidden: readonly HiddenCharacter[]): string | undefined {
  const codes = hidden.map(({ char }) => char.codePointAt(0) ?? 0);
  const tags = codes.flatMap((code) => (code >= 0xe0020 && code < 0xe007f ? [code - 0xe0000] : []));
  const bytes = codes.flatMap((code) => {
    if (code >= 0xfe00 && code <= 0xfe0f) return [code - 0xfe00];
    return code >= 0xe0100 && code <= 0xe01ef ? [code - 0xe0100 + 16] : [];
  });
  const text = [tags, bytes]
    .map((list) => new TextDecoder().decode(Uint8Array.from(list)))
    .find((decoded) => decoded.length > 3 && /^[\x20-\x7e\s]+$/.test(decoded));
  return text;
}

const FAR = 200;
const MANY_LINES = 30;

/** Finds text pushed out of the visible area by a long run of white space. */
function findPushedAway(text: string): string | undefined {
  for (const { 0: gap, index } of text.matchAll(/\s{30,}/g)) {
    const end = index + gap.length;
    const lines = gap.split('\n').length - 1;
    if (index === 0 || end === text.length || (gap.length < FAR && lines < MANY_LINES)) continue;
    return `hides text behind ${gap.length} blank characters: ${quoteAt(text, end, end + 1)}`;
  }
  return undefined;
}
