/** Shorter values are words that may stand anywhere; blotting them out would make every message unreadable. */
const MIN_LENGTH = 6;

/** Secrets that are known to the letter. Whatever else is in a text stays as it is. */
export interface KnownSecrets {
  /** Those of one owner, such as a server; in place of the ones it had. */
  readonly set: (owner: string, values: readonly string[]) => void;
  /** Whether one of them is in a text, in any of the forms in which they are written. */
  readonly isIn: (text: string) => boolean;
  /** The text without them, and how many there were. */
  readonly redact: (text: string) => { readonly text: string; readonly count: number };
}

/**
 * Blots out known values wherever they are echoed: as they are, as they stand in JSON, in an address, and in Base64.
 *
 * @param mark what stands in the place of so many characters
 * @example
 * const known = createKnownSecrets((length) => `[redacted ${length} characters]`);
 * known.set('notes', ['s3cret-value']);
 * known.redact('bad key s3cret-value') // { text: 'bad key [redacted 12 characters]', count: 1 }
 */
export function createKnownSecrets(mark: (length: number) => string): KnownSecrets {
  const byOwner = new Map<string, readonly string[]>();
  let found: RegExp | undefined;
  return {
    set: (owner, values) => {
      byOwner.set(
        owner,
        values.filter((value) => value.length >= MIN_LENGTH),
      );
      const forms = [...new Set([...byOwner.values()].flat().flatMap(formsOf))];
      // The longest first: one may be a part of another. One expression for all takes a tenth of the time of a search for each.
      const parts = forms.toSorted((a, b) => b.length - a.length).map(escapePattern);
      found = parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'g');
    },
    isIn: (text) => found !== undefined && text.search(found) !== -1,
    redact: (text) => {
      let count = 0;
      if (found === undefined) return { text, count };
      const shown = text.replace(found, (secret) => {
        count += 1;
        return mark(secret.length);
      });
      return { text: shown, count };
    },
  };
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Base64 without its padding is found with and without it. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  const inUrl = isWellFormed(value)
    ? [encodeURIComponent(value), new URLSearchParams([['', value]]).toString().slice(1)]
    : [];
  return [value, JSON.stringify(value).slice(1, -1), ...inUrl, ...encoded];
}

const isWellFormed = (text: string): boolean => text.isWellFormed();
