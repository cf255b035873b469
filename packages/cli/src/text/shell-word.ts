/**
 * A word of a command line that somebody may copy, in quotes where a shell would take it apart.
 *
 * @example
 * shellWord("/home/me/my data") // "'/home/me/my data'"
 */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
