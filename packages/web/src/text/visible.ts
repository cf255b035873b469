/**
 * Characters that change how text renders without being visible: control and format characters except tab and line feed
 * (including direction marks and tags), line separators, lone surrogates, and blank fillers.
 */
const HIDDEN =
  /(?![\t\n])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u{e0100}-\u{e01ef}])/gu;

/**
 * Makes hidden characters in untrusted text visible, and limits its length. The result is rendered as text, never as
 * HTML.
 *
 * @example
 * visible('a\u202eb') // 'a⟨U+202E⟩b'
 */
export function visible(text: string, most = Number.POSITIVE_INFINITY): string {
  const shown = text.length > most ? `${text.slice(0, Math.max(0, most - 1))}…` : text;
  return shown.replace(HIDDEN, (character) => `⟨U+${hex(character)}⟩`);
}

/** The same on one line. */
export function visibleLine(text: string, most = 200): string {
  return visible(text.slice(0, most + 1).replaceAll(/[\r\n\t]+/g, ' '), most);
}

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
