/** Stop words. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any are as at be because been but by can cannot could did do does for from get had has have he her ' +
    'his how i if in into is it its just many me more most much my no not of often on or our out she should so some than that the their ' +
    'them then there these they this to too was we were what when where which while who whom whose why will with would you your'
  ).split(' '),
);

/** The words of a text in lower case, without accents. */
const toWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a text without stop words; all words if only stop words remain. */
export function toContentWords(text: string): readonly string[] {
  const words = toWords(text);
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return content.length === 0 ? words : content;
}
