import { safeText } from '@toolmark/audit';

/** A UUID of version 7 says in its first 13 characters in which millisecond it was made. */
export const MILLISECOND_LENGTH = 13;
/** With fewer nobody has said which one is meant: that only one is there now is chance. */
const LEAST_BEGINNING = 4;
/** So many are named when several are meant. */
const SHOWN = 5;

/**
 * As much of each id as tells it apart from the others, which is also enough to find it again with.
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

/** Says that the beginning of an id is too short. `isAll`: whether there are no others than these. */
export function several(text: string, ids: readonly string[], isAll = true): string {
  const left = ids.length - SHOWN;
  const more = isAll ? (left > 0 ? ` and ${left} more` : '') : ' and more';
  return `Several begin with '${text}': ${ids.slice(0, SHOWN).join(', ')}${more}. Give more of the id.`;
}

/** Says that a text is too little of an id to look for one that begins so; `undefined` where it is enough. */
export function tooLittle(text: string): string | undefined {
  if (text.length >= LEAST_BEGINNING) return undefined;
  return `'${safeText(text)}' is too little of an id: give its first ${LEAST_BEGINNING} characters or more.`;
}
