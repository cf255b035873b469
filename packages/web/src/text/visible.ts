/**
 * What changes how a line is drawn without being seen: control and format characters but tab and line feed, among them marks that
 * turn the direction around and tags; separators of lines; half a character; and fillers that draw nothing.
 */
const HIDDEN =
  /(?![\t\n])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u{e0100}-\u{e01ef}])/gu;

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
