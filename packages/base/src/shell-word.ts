/**
 * A word of a command line that somebody copies into a shell they have: bash, zsh, PowerShell or cmd. Double quotes are known
 * to all of them, and do where nothing in them means anything to any; else it is quoted as POSIX shells and PowerShell do.
 *
 * @example
 * shellWord('Authorization: Bearer abc') // '"Authorization: Bearer abc"'
 */
export function shellWord(word: string): string {
  if (/^[\w./:@+=,-]+$/.test(word)) return word;
  if (/^[\w ./:@+=,~?-]+$/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
