/** The most suggestions to make. */
const MAX_SUGGESTIONS = 3;

/** A name with more edits than this is a different name. */
const MAX_EDITS = 5;

/** Names are truncated to this length before they are compared: longer ones differ early or not at all. */
const COMPARED_LENGTH = 80;

/**
 * The existing names closest to an unknown one, best first: names that contain it, then names within a few edits.
 *
 * @example
 * suggest('list_note', ['list_notes', 'delete_note']) // ['list_notes']
 */
export function suggest(wanted: string, names: Iterable<string>): readonly string[] {
  const target = normalizeName(wanted);
  if (target === '') return [];
  const slips = Math.min(MAX_EDITS, Math.max(1, Math.floor(target.length / 3)));
  const scored: { readonly name: string; readonly score: number }[] = [];
  for (const name of names) {
    const candidate = normalizeName(name);
    const score = candidate.includes(target) ? 0 : editDistance(target, candidate, slips);
    if (score <= slips) scored.push({ name, score });
  }
  const best = scored.reduce((least, { score }) => Math.min(least, score), slips);
  return scored
    .filter(({ score }) => score <= best + 1)
    .toSorted((a, b) => a.score - b.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

const normalizeName = (text: string): string => text.slice(0, COMPARED_LENGTH).toLowerCase();

/**
 * The edit distance of two texts; stops as soon as it exceeds `most`, because there may be ten thousand names to
 * compare.
 */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const change = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const edits = Math.min(change, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1);
      line.push(edits);
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    above = line;
  }
  return above[b.length] ?? most + 1;
}
