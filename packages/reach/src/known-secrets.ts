/** Shorter values are common words; redacting them would make every message unreadable. */
const MIN_LENGTH = 6;

/** Redacts a set of known secret values, and only these. */
export interface KnownSecrets {
  /** Replaces the secrets of one owner, such as a server. */
  readonly set: (owner: string, values: readonly string[]) => void;
  /** Whether a text contains one of them, in any encoding. */
  readonly isIn: (text: string) => boolean;
  /** The text with the secrets replaced, and the number of replacements. */
  readonly redact: (text: string) => { readonly text: string; readonly count: number };
}

/**
 * Redacts known values in any encoding: plain, JSON-escaped, percent-encoded and Base64.
 *
 * @param mark the replacement for a value of this length
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
      // Longest first, because one value may contain another. One combined expression takes a tenth of the time of
      // separate searches.
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

/** The Base64 form without padding also matches the padded form. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  const inUrl = isWellFormed(value)
    ? [encodeURIComponent(value), new URLSearchParams([['', value]]).toString().slice(1)]
    : [];
  return [value, JSON.stringify(value).slice(1, -1), ...inUrl, ...encoded];
}

const isWellFormed = (text: string): boolean => text.isWellFormed();
