import { safeText } from '@toolmark/audit';

/** The first 13 characters of a version 7 UUID contain the millisecond of its creation. */
export const MILLISECOND_LENGTH = 13;
/** A shorter prefix is too ambiguous, even if it matches only one id now. */
const MIN_BEGINNING = 4;
/** How many matches to list. */
const SHOWN = 5;

/**
 * The shortest unique prefix of each id, which can be used to find it again.
 *
 * @example
 * shortIds(['019a8f3c-1d2e-7001-…', '019a8f3c-1d2f-7000-…'], 8).get('019a8f3c-1d2e-7001-…') // '019a8f3c-1d2e'
 */
export function shortIds(ids: readonly string[], least: number): ReadonlyMap<string, string> {
  const distinct = new Set(ids);
  let length = least;
  const cut = (id: string): string => id.slice(0, length).replace(/-$/, '');
  while (length < 36 && new Set([...distinct].map(cut)).size < distinct.size) length += 1;
  return new Map([...distinct].map((id) => [id, cut(id)]));
}

/** The error for an ambiguous prefix. `isAll`: whether these are all matches. */
export function ambiguousId(text: string, ids: readonly string[], isAll = true): string {
  const left = ids.length - SHOWN;
  const more = isAll ? (left > 0 ? ` and ${left} more` : '') : ' and more';
  return `Several ids start with '${text}': ${ids.slice(0, SHOWN).join(', ')}${more}. Give more of the id.`;
}

/** The error for a prefix that is too short; `undefined` if it is long enough. */
export function idTooShort(text: string): string | undefined {
  if (text.length >= MIN_BEGINNING) return undefined;
  return `'${safeText(text)}' is too short for an id: give its first ${MIN_BEGINNING} characters or more.`;
}
