/**
 * Makes a server's text safe for a terminal: escape sequences, which could recolour, overwrite or hide output, become
 * visible text.
 */
export function safeText(text: string): string {
  return text.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(/[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu, '�');
}
