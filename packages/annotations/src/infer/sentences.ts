import { isPlainText, withoutUnseen } from '../characters/hidden-characters.ts';
import { foldWord } from './fold-word.ts';
import { segment } from './unspaced.ts';

/** Long enough for every description seen; what stands beyond is not read, so it vouches for nothing. */
export const MAX_TEXT_LENGTH = 4_000;

/** A sentence as its words in small letters, with the commas, semicolons and colons between them. */
export type Sentence = readonly string[];

/**
 * Divides prose into sentences and these into words. Code and quotations are left out: a text that explains `delete_note` or
 * "delete" does not do it. Takes time in proportion to the text.
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

/** For plain text, which nearly all descriptions are: several times as fast. */
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

/** A text that is one quotation stays: whoever puts all of it in quotes has nothing left to say it with. */
function withoutQuotations(text: string): string {
  if (!/[`"'“]/.test(text)) return text;
  return text.replaceAll(
    /(?<=\s|\()(?:`[^`\n]{1,80}`|"[^"\n]{1,80}"|“[^”\n]{1,80}”|'[^'\n]{1,40}'(?=[\s.,;:)]|$))/gu,
    'x',
  );
}
