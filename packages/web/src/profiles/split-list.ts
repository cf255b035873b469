/**
 * Splits a field at line breaks and commas.
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
