import { styleText } from 'node:util';
import stringWidth from 'string-width';

type Style = Parameters<typeof styleText>[0];

/** The width and colour support of the output. */
export interface Terminal {
  readonly columns: number;
  readonly color: boolean;
}

/** Styles text if colour is supported, else returns it unchanged. */
export type Painter = (style: Style, text: string) => string;

export function painter({ color }: Terminal): Painter {
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
}

/** Pads to a visible width: wide characters count twice, escape sequences not at all. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** Truncates to a visible width. The text must not be styled yet. */
export function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(cut + segment) > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

export function maxWidth(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, stringWidth(text)), 0);
}

/**
 * Joins parts into lines of at most the given width. A comma stays at the end of its line, other separators are
 * dropped.
 */
export function wrapAt(separator: string, parts: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const [index, part] of parts.entries()) {
    const piece = index < parts.length - 1 ? `${part}${separator}` : part;
    const line = lines.at(-1);
    if (line === undefined || stringWidth(`${line}${piece.trimEnd()}`) > width) lines.push(piece);
    else lines[lines.length - 1] = `${line}${piece}`;
  }
  const bare = separator.trim();
  const clean = (line: string): string => (bare === ',' || bare === '' ? line : line.slice(0, -separator.length));
  return lines.map((line, index) => (index < lines.length - 1 ? clean(line) : line).trimEnd());
}

/** Wraps prose to the given width. */
export function wrapText(text: string, width: number): readonly string[] {
  return wrapAt(' ', text.split(' '), Math.max(20, width));
}
