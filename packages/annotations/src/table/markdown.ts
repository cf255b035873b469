import { HINT_NAMES, type HintName } from '../hints.ts';
import { err, ok, type Problem, type Result } from '../result.ts';
import { findTables, type MarkdownRow, NO_HEADING } from './markdown-tables.ts';
import {
  decodePlainCell,
  decodeText,
  encodeCell,
  encodeCode,
  encodeHeading,
  encodePlainCell,
  toReference,
} from './markdown-text.ts';
import { type ExpectedHint, hintOfColumn, parseExpected, type Table, type TableGroup, type TableRow } from './table.ts';

/** Reads the classification tables of a Markdown document and skips other tables and prose. */
export function parseMarkdownTable(text: string): Result<Table, readonly Problem[]> {
  const problems: Problem[] = [];
  const groups: TableGroup[] = [];
  for (const { columns, rows, ...heading } of findTables(text)) {
    const read = readColumns(columns);
    if (read !== undefined) groups.push({ ...heading, rows: rows.map((row) => parseRow(read, row, problems)) });
  }
  if (groups.length === 0) {
    problems.push({
      path: '',
      message: "no table with a 'Tool' column found; its header needs at least | Tool | Title |",
    });
  }
  return problems.length > 0 ? err(problems) : ok({ groups });
}

type Column =
  | { readonly kind: 'tool' }
  | { readonly kind: 'title' }
  | { readonly kind: 'hint'; readonly hint: HintName }
  | { readonly kind: 'extra'; readonly key: string };

/** The meaning of each column; `undefined` if the table is not about tools. */
function readColumns(cells: readonly string[]): readonly Column[] | undefined {
  const words = cells.map(bareWord);
  const title = words.indexOf('title');
  const classifies = title !== -1 || cells.some((cell) => hintOfColumn(cell) !== undefined);
  const named = words.findIndex((word) => TOOL_WORDS.includes(word));
  // A `Name` column holds tool names only next to a title or hint column; many other tables have names too.
  const tool = named === -1 && classifies ? words.indexOf('name') : named;
  if (tool === -1) return undefined;
  return cells.map((cell, index): Column => {
    const hint = hintOfColumn(cell);
    if (index === tool) return { kind: 'tool' };
    if (index === title) return { kind: 'title' };
    return hint === undefined ? { kind: 'extra', key: decodeText(cell) } : { kind: 'hint', hint };
  });
}

function parseRow(columns: readonly Column[], { line, cells }: MarkdownRow, problems: Problem[]): TableRow {
  const cellOf = (index: number): string => cells[index] ?? '';
  const name = decodePlainCell(cellOf(columns.findIndex(({ kind }) => kind === 'tool')));
  if (name === '') problems.push({ path: `line ${line}`, message: 'this row names no tool' });
  const hints: { [Name in HintName]?: ExpectedHint } = {};
  const extra: [string, string][] = [];
  let title: string | null | undefined;
  for (const [index, column] of columns.entries()) {
    const cell = cellOf(index);
    if (cell === '' || column.kind === 'tool') continue;
    if (column.kind === 'title') title = ABSENT_TITLES.includes(cell) ? null : decodePlainCell(cell);
    else if (column.kind === 'extra') extra.push([column.key, decodeText(cell)]);
    else {
      const expected = parseExpected(cell);
      if (expected === 'unknown') {
        const message = `${column.hint} of '${name}' is '${cell}'; write true, false or absent`;
        problems.push({ path: `line ${line}`, message });
      } else if (expected !== undefined) hints[column.hint] = expected;
    }
  }
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...hints,
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}

/**
 * Writes a table as Markdown that `parseTable` reads back to the same table; extras that are not text come back as JSON
 * text.
 */
export function printMarkdownTable(table: Table): string {
  const groups = table.groups.map((group, index) => {
    const inherits = group.heading === undefined && table.groups[index - 1]?.heading !== undefined;
    // The rule (`---`) shows readers that the heading above does not apply to this table.
    return inherits ? `---\n\n${NO_HEADING}\n\n${printGroup(group)}` : printGroup(group);
  });
  return `${groups.join('\n\n')}\n`;
}

function printGroup({ heading, rows }: TableGroup): string {
  const hints = HINT_NAMES.filter((hint) => rows.some((row) => row[hint] !== undefined));
  const withTitle = rows.some((row) => row.title !== undefined);
  const extras = [...new Set(rows.flatMap((row) => Object.keys(row.extra ?? {})))];
  const header = ['Tool', ...(withTitle ? ['Title'] : []), ...hints, ...extras.map(extraColumn)];
  const body = rows.map((row) => [
    encodeCode(row.name),
    ...(withTitle ? [titleCell(row.title)] : []),
    ...hints.map((hint) => (row[hint] === null ? 'absent' : String(row[hint] ?? ''))),
    ...extras.map((key) => extraCell(row.extra ?? {}, key)),
  ]);
  const table = align([header, ...body]);
  if (heading === undefined) return table.join('\n');
  return [`${'#'.repeat(heading.level)} ${encodeHeading(heading.text)}`, '', ...table].join('\n');
}

/** Pads columns to one width, because people review this file as plain text. The last column is not padded. */
function align([header = [], ...body]: readonly (readonly string[])[]): readonly string[] {
  const widths = header.map((_unused, column) =>
    Math.max(3, ...[header, ...body].map((cells) => [...(cells[column] ?? '')].length)),
  );
  const pad = (cell: string, column: number): string => {
    const missing = (widths[column] ?? 0) - [...cell].length;
    return column === header.length - 1 ? cell : cell + ' '.repeat(Math.max(0, missing));
  };
  const dashes = widths.map((width, column) => '-'.repeat(column === header.length - 1 ? 3 : width));
  return [header.map(pad), dashes, ...body.map((cells) => cells.map(pad))].map((cells) => `| ${cells.join(' | ')} |`);
}

function titleCell(title: TableRow['title']): string {
  if (title === undefined) return '';
  if (title === null) return 'absent';
  return ABSENT_TITLES.includes(title) ? `\`${title}\`` : encodePlainCell(title);
}

function extraCell(extra: Readonly<Record<string, unknown>>, key: string): string {
  const value = Object.hasOwn(extra, key) ? extra[key] : undefined;
  if (value === undefined) return '';
  return encodeCell(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Encodes the first letter of a key that would be read as a known column; it renders the same. */
function extraColumn(key: string): string {
  const column = encodeCell(key);
  const word = bareWord(column);
  const isOurs = word === 'title' || TOOL_WORDS.includes(word) || hintOfColumn(column) !== undefined;
  return isOurs ? column.replace(/[a-z]/i, toReference) : column;
}

const TOOL_WORDS: readonly string[] = ['tool', 'toolname'];
/** Fewer words than for hints: `Default` and `Unset` may be real titles. */
const ABSENT_TITLES: readonly string[] = ['absent', '-', '–', '—'];

/** A column name without emphasis, spaces and case: `**Tool Name**` becomes `toolname`. */
const bareWord = (column: string): string => column.toLowerCase().replace(/[\s*_`-]/g, '');
