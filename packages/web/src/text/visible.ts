/**
 * What changes how a line is drawn without being seen: control characters but tab and line feed, marks that turn the direction
 * of text around, characters without width, tags, and lone surrogates.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/**
 * A text that somebody else wrote, with what hides in it made visible and no longer than it may be. It stays text: nothing in
 * this page is ever taken as HTML.
 *
 * @example
 * visible('a\u202eb') // 'a⟨U+202E⟩b'
 */
export function visible(text: string, most = Number.POSITIVE_INFINITY): string {
  const shown = text.length > most ? `${text.slice(0, Math.max(0, most - 1))}…` : text;
  return shown.replace(HIDDEN, (character) => `⟨U+${hex(character)}⟩`);
}

/** As one line. */
export function visibleLine(text: string, most = 200): string {
  return visible(text.slice(0, most + 1).replaceAll(/[\r\n\t]+/g, ' '), most);
}

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
