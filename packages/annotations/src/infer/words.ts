import { isPlainText, withoutUnseen } from '../characters/hidden-characters.ts';
import { foldWord } from './fold-word.ts';
import { segment } from './unspaced.ts';

/**
 * The words of an identifier: `nc_notes_create-note`, `getHTTPStatus` and `files.list2` alike. Letters that only look Latin are
 * read as what they look like, and Chinese, Japanese and Korean are divided at the verbs that are known.
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

/** How words begin and end. Plain identifiers are nearly all there are, and their patterns are several times as fast. */
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

/** Four times what MCP allows for a name; the patterns above take time by the square of a run of capitals. */
const MAX_LENGTH = 512;
