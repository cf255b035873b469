/** HTML that may be put into a page as it is. */
export interface Html {
  readonly html: string;
}

/** Characters that nobody can see, or that turn the direction of the text around them. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template whose values are escaped, unless they are {@link Html} themselves.
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

/** Something that this program wrote itself, as it is. */
export const raw = (text: string): Html => ({ html: text });

function toHtml(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  if (typeof value === 'number') return String(value);
  if ('html' in value) return value.html;
  return value.map((one) => one.html).join('');
}

/**
 * Text from a model. Invisible and direction-changing characters are replaced by their code points: with them a question can look
 * like another one.
 */
export const visible = (text: string): string =>
  text.replaceAll(INVISIBLE, (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`);
