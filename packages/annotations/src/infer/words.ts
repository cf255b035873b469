/**
 * The words of an identifier: `nc_notes_create-note`, `getHTTPStatus` and `files.list2` alike.
 *
 * @example
 * wordsOf('createFunctionHTTPAccess') // ['create', 'function', 'http', 'access']
 */
export function wordsOf(identifier: string): readonly string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
