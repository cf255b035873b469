/**
 * Quotes a word of a command line for copying into bash, zsh, PowerShell or cmd. Double quotes work in all of them if
 * the word has no special characters; otherwise it is quoted for POSIX shells and PowerShell.
 *
 * @example
 * shellWord('Authorization: Bearer abc') // '"Authorization: Bearer abc"'
 */
export function shellWord(word: string): string {
  if (/^[\w./:@+=,-]+$/.test(word)) return word;
  if (/^[\w ./:@+=,~?-]+$/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
