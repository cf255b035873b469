/**
 * What stands in a field that takes several: by lines or commas.
 *
 * @example
 * toWords('notes, files-*\n') // ['notes', 'files-*']
 */
export function toWords(text: string): readonly string[] {
  return text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
