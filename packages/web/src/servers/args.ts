/**
 * Splits a command line into words like a shell: at whitespace, except inside quotes. A backslash escapes only
 * whitespace and quotes, so that Windows paths stay intact.
 *
 * @example
 * splitWords('npx -y server "My Notes"') // ['npx', '-y', 'server', 'My Notes']
 */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    const next = line.charAt(index + 1);
    if (character === '\\' && quote !== "'" && (next === '"' || next === "'" || (quote === '' && /\s/.test(next)))) {
      word = (word ?? '') + next;
      index++;
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/**
 * Arguments as text, one per line. An argument that would not survive this is quoted as JSON.
 *
 * @example
 * toLines(['--dir', 'My Notes', '']) // '--dir\nMy Notes\n""'
 */
export function toLines(args: readonly string[]): string {
  return args.map((one) => (isPlain(one) ? one : JSON.stringify(one))).join('\n');
}

/** Parses arguments, one per line. Quotes around a whole line are removed; empty lines are ignored. */
export function fromLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(unquote);
}

/** The numbers of lines that look like several arguments: an option with its value, or quoted text. */
export function crowdedLines(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => {
    const one = line.trim();
    return unquote(one) === one && /^-\S+\s+\S|\s--?[A-Za-z]|\s["']/.test(one) ? [index + 1] : [];
  });
}

const isPlain = (text: string): boolean =>
  text !== '' && text === text.trim() && !/[\r\n]/.test(text) && unquote(text) === text;

function unquote(line: string): string {
  const [, inner] = /^'([^']*)'$/.exec(line) ?? [];
  if (inner !== undefined) return inner;
  if (!/^".*"$/.test(line)) return line;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? value : line;
  } catch {
    return line;
  }
}
