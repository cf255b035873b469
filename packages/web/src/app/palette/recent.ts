const KEY = 'toolmark.palette';
const MAX = 12;

/** The recently chosen entries, newest first. */
export const readRecent = (): readonly string[] => {
  try {
    return parseRecent(localStorage.getItem(KEY));
  } catch {
    return [];
  }
};

export function keepRecent(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withRecent(readRecent(), id)));
  } catch {
    // Without storage the list lasts until the page is closed.
  }
}

/** Accepts only a JSON list of strings; anything else counts as empty. */
export function parseRecent(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, MAX) : [];
  } catch {
    return [];
  }
}

/**
 * @example
 * withRecent(['a', 'b'], 'b') // ['b', 'a']
 */
export const withRecent = (ids: readonly string[], id: string): readonly string[] =>
  [id, ...ids.filter((one) => one !== id)].slice(0, MAX);
