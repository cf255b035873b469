import { isPlainText, withoutUnseen } from '../characters/hidden-characters.ts';
import { foldWord } from './fold-word.ts';
import { segment } from './unspaced.ts';

/**
 * Splits an identifier into words: `nc_notes_create-note`, `getHTTPStatus`, `files.list2`. Lookalike letters become
 * Latin ones, and Chinese, Japanese and Korean text is split at known verbs.
 *
 * @example
 * wordsOf('createFunctionHTTPAccess') // ['create', 'function', 'http', 'access']
 * wordsOf('dеlete_note') // ['delete', 'note'], though the first "е" is Cyrillic
 * wordsOf('删除笔记') // ['删除', '笔记']
 */
export function wordsOf(identifier: string): readonly string[] {
  const start = identifier.slice(0, MAX_LENGTH);
  if (isPlainText(start)) return split(start, ASCII).map((word) => word.toLowerCase());
  return split(withoutUnseen(start).normalize('NFKC'), UNICODE).flatMap((word) => segment(foldWord(word)));
}

/**
 * Word boundaries. Plain ASCII identifiers are by far the most common, and their patterns are several times as fast.
 */
const ASCII = { small: /([a-z0-9])([A-Z])/g, acronym: /([A-Z]+)([A-Z][a-z])/g, others: /[^A-Za-z]+/ };
const UNICODE = {
  small: /([\p{Ll}0-9])(\p{Lu})/gu,
  acronym: /(\p{Lu}+)(\p{Lu}\p{Ll})/gu,
  others: /[^\p{L}\p{M}]+/u,
};

function split(identifier: string, { small, acronym, others }: typeof ASCII): readonly string[] {
  return identifier
    .replace(small, '$1 $2')
    .replace(acronym, '$1 $2')
    .split(others)
    .filter((word) => word !== '');
}

/** Four times MCP's limit for a name; the patterns above take quadratic time on a run of capitals. */
const MAX_LENGTH = 512;
