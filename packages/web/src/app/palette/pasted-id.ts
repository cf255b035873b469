const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The pasted id of a call, a session or an approval; undefined if the text is not an id.
 *
 * @example
 * pastedId(' 01a1e379-a471-7000-8f22-ceaa3febd23c ') // '01a1e379-a471-7000-8f22-ceaa3febd23c'
 */
export function pastedId(text: string): string | undefined {
  const id = text.trim();
  return ID.test(id) ? id.toLowerCase() : undefined;
}
