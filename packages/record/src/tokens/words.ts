/** What is found by searching; more of one call would drown the others. */
const MOST_CHARACTERS = 32_768;

/** The words of a call: keys and values of its arguments, and what a model reads of its result. */
export function wordsOf(args: string, readable: string): string {
  // Signs between words are no words; escapes would become some.
  const plain = args.replaceAll(/\\[nrt]/g, ' ').replaceAll(/[{}[\]",:\\]+/g, ' ');
  const first = plain.slice(0, MOST_CHARACTERS / 2);
  return `${first} ${readable.slice(0, MOST_CHARACTERS - first.length)}`.trim();
}
