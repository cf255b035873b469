/** Trusted HTML, inserted into a page without escaping. */
export interface Html {
  readonly html: string;
}

/** Invisible characters, and characters that change the text direction. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template that escapes its values, except {@link Html}.
 *
 * @example
 * html`<p>${message}</p>`
 */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return { html: parts.reduce((text, part, index) => text + toHtml(values[index - 1] ?? '') + part) };
}

/** Marks text of this program as trusted HTML. */
export const raw = (text: string): Html => ({ html: text });

function toHtml(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  if (typeof value === 'number') return String(value);
  if ('html' in value) return value.html;
  return value.map((one) => one.html).join('');
}

/**
 * Makes text of a model safe to show: replaces invisible and direction-changing characters by their code points, because they
 * could make a question look like another one.
 */
export const visible = (text: string): string =>
  text.replaceAll(INVISIBLE, (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`);
