/**
 * Splits a field at line breaks and commas.
 *
 * @example
 * splitList('notes, files-*\n') // ['notes', 'files-*']
 */
export function splitList(text: string): readonly string[] {
  return text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
