import { decodeHeading, splitCells } from './markdown-text.ts';
import type { TableHeading } from './table.ts';

/** A table as it stands in a document: its cells are still encoded. */
export interface MarkdownTable {
  readonly heading?: TableHeading;
  readonly columns: readonly string[];
  readonly rows: readonly MarkdownRow[];
}

export interface MarkdownRow {
  /** Counted from 1, as editors do. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Ends what the heading above says, for a table that stands under none. Nobody writes this by accident; a mere line
 * (`---`) people do write, and a table must not lose what its heading says because of it.
 */
export const NO_HEADING = '<!-- toolmark: no heading -->';

/** Every table of a document with the heading it stands under. What stands in a code fence is an example and no table. */
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

/** The marks that open a fence here, also as the first thing of a list item. */
function openedFence(line: string): string | undefined {
  return /^\s*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
}

/** A fence ends at marks of its kind, at least as many, and otherwise with the document. */
function endOfFence(lines: readonly string[], start: number, fence: string): number {
  const end = lines.findIndex((line, at) => {
    const marks = line.trim();
    return at > start && marks.startsWith(fence) && marks === fence.charAt(0).repeat(marks.length);
  });
  return end === -1 ? lines.length : end;
}

const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/s.test(line);
const isSeparator = (line: string): boolean => /^\s*\|(\s*:?-+:?\s*\|)+\s*$/.test(line);
