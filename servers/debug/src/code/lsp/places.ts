import { fileURLToPath } from 'node:url';
import type { CodePosition, CodeRange } from '../code-backend.ts';
import { clip } from '../limits.ts';
import { toUri } from './documents.ts';
import type { LspLocation, LspPosition, LspRange } from './protocol.ts';

const toPosition = ({ line, column }: Pick<CodePosition, 'line' | 'column'>): LspPosition => ({
  line: line - 1,
  character: column - 1,
});

/** A position in the form that most requests use. */
export interface LspTarget {
  readonly textDocument: { readonly uri: string };
  readonly position: LspPosition;
}

export const toTarget = (at: CodePosition): LspTarget => ({
  textDocument: { uri: toUri(at.file) },
  position: toPosition(at),
});

export const fromRange = (file: string, { start, end }: LspRange): CodeRange => ({
  file,
  line: start.line + 1,
  column: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});

/** Drops locations outside files: servers invent URLs for built-in code. */
export const fromLocations = (locations: readonly LspLocation[] | null): readonly CodeRange[] =>
  (locations ?? [])
    .filter(({ uri }) => uri.startsWith('file:'))
    .map(({ uri, range }) => fromRange(fileURLToPath(uri), range));

export const placeKey = ({ file, line, column }: CodePosition): string => `${file}:${line}:${column}`;

export const byPlace = (one: CodePosition, other: CodePosition): number => {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line || one.column - other.column;
};

export const lineText = (text: string, line: number): string => clip((text.split(/\r?\n/)[line - 1] ?? '').trim());

/** The offset of a position in the text. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let each = 1; each < line; each += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start + column - 1;
}
