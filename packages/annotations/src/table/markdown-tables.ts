import { decodeHeading, splitCells } from './markdown-text.ts';
import type { TableHeading } from './table.ts';

/** A table in a document, with cells still encoded. */
export interface MarkdownTable {
  readonly heading?: TableHeading;
  readonly columns: readonly string[];
  readonly rows: readonly MarkdownRow[];
}

export interface MarkdownRow {
  /** Counted from 1, as in editors. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Marks a table as not belonging to the heading above. An unusual comment rather than `---`: people do write a plain
 * rule, and that must not detach a table from its heading.
 */
export const NO_HEADING = '<!-- toolmark: no heading -->';

/** Every table of a document, with the heading above it. Tables in code fences are examples and are skipped. */
export function findTables(text: string): readonly MarkdownTable[] {
  const lines = text.split(/\r?\n/);
  const tables: MarkdownTable[] = [];
  let heading: TableHeading | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const fence = openedFence(line);
    if (fence !== undefined) {
      index = endOfFence(lines, index, fence);
      continue;
    }
    if (line.trim() === NO_HEADING) heading = undefined;
    heading = readHeading(line) ?? heading;
    if (!isRow(line) || !isSeparator(lines[index + 1] ?? '')) continue;
    const rows = readRows(lines, index + 2);
    tables.push({ ...(heading === undefined ? {} : { heading }), columns: splitCells(line), rows });
    index += 1 + rows.length;
  }
  return tables;
}

function readRows(lines: readonly string[], start: number): readonly MarkdownRow[] {
  const end = lines.findIndex((line, at) => at >= start && !isRow(line));
  return lines
    .slice(start, end === -1 ? lines.length : end)
    .map((line, offset) => ({ line: start + offset + 1, cells: splitCells(line) }));
}

function readHeading(line: string): TableHeading | undefined {
  const [, marks, raw = ''] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s.exec(line) ?? [];
  return marks === undefined ? undefined : { text: decodeHeading(raw), level: marks.length };
}

/** The marker of a fence that opens on this line, also at the start of a list item. */
function openedFence(line: string): string | undefined {
  return /^\s*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
}

/** A fence ends at a marker of the same kind and at least the same length, or at the end of the document. */
function endOfFence(lines: readonly string[], start: number, fence: string): number {
  const end = lines.findIndex((line, at) => {
    const marks = line.trim();
    return at > start && marks.startsWith(fence) && marks === fence.charAt(0).repeat(marks.length);
  });
  return end === -1 ? lines.length : end;
}

const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/s.test(line);
const isSeparator = (line: string): boolean => /^\s*\|(\s*:?-+:?\s*\|)+\s*$/.test(line);
