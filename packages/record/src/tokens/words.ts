/** The limit of indexed text per call, so that one call does not dominate the index. */
const MOST_CHARACTERS = 32_768;

/** A call's search words: keys and values of its arguments, and the readable text of its result. */
export function wordsOf(args: string, readable: string): string {
  // Drop punctuation and escape sequences, which would become words.
  const plain = args.replaceAll(/\\[nrt]/g, ' ').replaceAll(/[{}[\]",:\\]+/g, ' ');
  const first = plain.slice(0, MOST_CHARACTERS / 2);
  return `${first} ${readable.slice(0, MOST_CHARACTERS - first.length)}`.trim();
}
