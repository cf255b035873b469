import { MASK } from '@toolmark/api-contract';
import { TOKEN } from '@toolmark/config';
import { createScanner } from 'jsonc-parser';
import { hiddenFrom, maskParts, secretParts } from './secret-parts.ts';

/** A text without secrets, and the number of masks in it. */
export interface MaskedText {
  readonly text: string;
  readonly count: number;
}

/** The comments of a text. */
export function commentsIn(text: string): readonly { readonly offset: number; readonly length: number }[] {
  const comments: { readonly offset: number; readonly length: number }[] = [];
  const scanner = createScanner(text, false);
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.lineComment || token === TOKEN.blockComment)
      comments.push({ offset: scanner.getTokenOffset(), length: scanner.getTokenLength() });
  }
  return comments;
}

/**
 * Masks a comment: commented-out settings may contain secrets, so only the keys of quoted values are shown.
 *
 * @example
 * maskComment('// "KEY": "abc"').text // '// "KEY": "••••••••"'
 */
export function maskComment(comment: string): MaskedText {
  const lines = comment.split('\n').map(maskLine);
  return {
    text: lines.map(({ text }) => text).join('\n'),
    count: lines.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The comment markers stay unmasked, otherwise the text would change its meaning. */
const LINE = /^(\s*(?:\/\/+|\/\*+|\*(?!\/))?\s*)(.*?)(\s*(?:\*\/)?\r?)$/s;

function maskLine(line: string): MaskedText {
  const [, lead = '', body = '', tail = ''] = LINE.exec(line) ?? [];
  const unquoted = maskQuoted(body);
  const rest = unquoted.text.split(MASK).map(maskText);
  const count = unquoted.count + rest.reduce((sum, part) => sum + part.count, 0);
  return { text: `${lead}${rest.map(({ text }) => text).join(MASK)}${tail}`, count };
}

function maskQuoted(text: string): MaskedText {
  let count = 0;
  const shown = text.replaceAll(/("(?:[^"\\]|\\.)*"\s*:)|"((?:[^"\\]|\\.)+)"/g, (found, key, value) => {
    if (key !== undefined || hiddenFrom(String(value), 0).length === 0) return found;
    count++;
    return `"${MASK}"`;
  });
  return { text: shown, count };
}

function maskText(text: string): MaskedText {
  const parts = secretParts(text);
  return { text: maskParts(text, parts), count: parts.length };
}
