/**
 * A word to paste into a shell, quoted if necessary.
 *
 * @example
 * shellWord("/home/me/my data") // "'/home/me/my data'"
 */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
