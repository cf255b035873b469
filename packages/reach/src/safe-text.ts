/**
 * Text of a server, made safe for a terminal. A tool's title may hold escape sequences that recolour, overwrite or hide
 * what an audit prints; they must show, not work.
 */
export function safeText(text: string): string {
  return text.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(/[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu, '�');
}
