import type { Node } from 'jsonc-parser';

/** The layout of a JSON text, so that additions look like the rest. */
export interface JsonStyle {
  /** One level of indentation. */
  readonly unit: string;
  readonly eol: '\n' | '\r\n';
  /** The whole text is on one line. */
  readonly isOneLine: boolean;
  /** No spaces between tokens. */
  readonly isDense: boolean;
}

/** Takes the indentation of the first indented line; two spaces by default. */
export function detectStyle(text: string): JsonStyle {
  const [, unit = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    unit: unit.startsWith('\t') ? '\t' : unit,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    isOneLine: !text.trim().includes('\n') && text.trim() !== '' && text.trim() !== '{}',
    isDense: /^[^\s"]*"[^"]*":\S/.test(text.trim()),
  };
}

/** Prints a value after a key with the given indentation. */
export function printValue(value: unknown, style: JsonStyle, indent: string, isOneLine: boolean): string {
  if (!isOneLine) return JSON.stringify(value, undefined, style.unit).replaceAll('\n', `${style.eol}${indent}`);
  // JSON strings contain no raw line breaks, so all of these belong to the layout.
  return style.isDense ? JSON.stringify(value) : JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ');
}

/** The indentation of the line at an offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Whether the members of an object are on one line. */
export function isOnOneLine(text: string, { offset, children = [] }: Node, style: JsonStyle): boolean {
  const [first] = children;
  return first === undefined ? style.isOneLine : !text.slice(offset, first.offset).includes('\n');
}
