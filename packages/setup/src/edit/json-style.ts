import type { Node } from 'jsonc-parser';

/** How a text of JSON is laid out, so that what is added looks like what is there. */
export interface JsonStyle {
  /** One level of indentation. */
  readonly unit: string;
  readonly eol: '\n' | '\r\n';
  /** All of it stands on one line. */
  readonly isOneLine: boolean;
  /** Not even blanks between its parts. */
  readonly isDense: boolean;
}

/** By its first indented line; two blanks where there is none. */
export function styleOf(text: string): JsonStyle {
  const [, unit = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    unit: unit.startsWith('\t') ? '\t' : unit,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    isOneLine: !text.trim().includes('\n') && text.trim() !== '' && text.trim() !== '{}',
    isDense: /^[^\s"]*"[^"]*":\S/.test(text.trim()),
  };
}

/** A value as it is written after a key that is indented so far. */
export function printValue(value: unknown, style: JsonStyle, indent: string, isOneLine: boolean): string {
  if (!isOneLine) return JSON.stringify(value, undefined, style.unit).replaceAll('\n', `${style.eol}${indent}`);
  // A text in JSON has no line breaks of its own: these are all of the layout.
  return style.isDense ? JSON.stringify(value) : JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ');
}

/** The blanks at the beginning of the line in which something stands. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Whether the members of an object follow each other on the line on which it begins. */
export function isOnOneLine(text: string, { offset, children = [] }: Node, style: JsonStyle): boolean {
  const [first] = children;
  return first === undefined ? style.isOneLine : !text.slice(offset, first.offset).includes('\n');
}
