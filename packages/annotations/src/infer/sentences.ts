import { isPlainText, withoutUnseen } from '../characters/hidden-characters.ts';
import { foldWord } from './fold-word.ts';
import { segment } from './unspaced.ts';

/** Longer than every known description; the text beyond it is not read, so it counts as unknown. */
export const MAX_TEXT_LENGTH = 4_000;

/** A sentence as lower-case words, with the commas, semicolons and colons between them. */
export type Sentence = readonly string[];

/**
 * Splits prose into sentences and words. Code and quotations are skipped: a text that mentions `delete_note` or
 * "delete" does not say that the tool does it. Runs in linear time.
 *
 * @example
 * sentencesOf('Returns the status. Also deletes old rows.')
 * // [['returns', 'the', 'status'], ['also', 'deletes', 'old', 'rows']]
 */
export function sentencesOf(text: string): readonly Sentence[] {
  const start = text.slice(0, MAX_TEXT_LENGTH);
  const isPlain = isPlainText(start);
  const plain = isPlain ? start.toLowerCase() : withoutUnseen(start).normalize('NFKC');
  return withoutQuotations(plain.trim())
    .split(isPlain ? ASCII_ENDS : ENDS)
    .map(isPlain ? asciiTokensOf : tokensOf)
    .filter((tokens) => tokens.length > 0);
}

/** A fast path for ASCII, several times as fast; nearly all descriptions are ASCII. */
const ASCII_ENDS = /[.!?](?=\s|$)|[|\n]/;
const ASCII_TOKENS = /[a-z]+(?:'t\b)?|[,;:&]/g;

function asciiTokensOf(sentence: string): Sentence {
  const tokens = sentence.match(ASCII_TOKENS) ?? [];
  return /'t|&/.test(sentence)
    ? tokens.map((token) => (token.endsWith("'t") ? 'not' : token === '&' ? 'and' : token))
    : tokens;
}

const ENDS = /[.!?](?=\s|$)|[。！？।|\n•]/u;
const TOKENS = /\p{L}[\p{L}\p{M}]*(?:['’]t\b)?|[,;:&，；、→—–]/gu;

function tokensOf(sentence: string): Sentence {
  return (sentence.match(TOKENS) ?? []).flatMap((token) => {
    const mark = MARKS.get(token);
    if (mark !== undefined) return [mark];
    return token.endsWith("'t") || token.endsWith('’t') ? ['not'] : segment(foldWord(token));
  });
}

const MARKS: ReadonlyMap<string, string> = new Map([
  [',', ','],
  ['，', ','],
  ['、', ','],
  [';', ';'],
  ['；', ';'],
  [':', ':'],
  ['&', 'and'],
  ['→', ';'],
  ['—', ';'],
  ['–', ';'],
]);

/** Removes quotations, unless the whole text is one quotation. */
function withoutQuotations(text: string): string {
  if (!/[`"'“]/.test(text)) return text;
  return text.replaceAll(
    /(?<=\s|\()(?:`[^`\n]{1,80}`|"[^"\n]{1,80}"|“[^”\n]{1,80}”|'[^'\n]{1,40}'(?=[\s.,;:)]|$))/gu,
    'x',
  );
}
