import { HINT_NAMES, type HintName } from '../hints.ts';
import { err, ok, type Problem, type Result } from '../result.ts';
import { hintOfColumn, parseExpected, type Table, type TableGroup, type TableHeading, type TableRow } from './table.ts';

/** Reads the classification tables of a Markdown document; other tables and all prose are passed over. */
export function parseMarkdownTable(text: string): Result<Table, readonly Problem[]> {
  const lines = text.split(/\r?\n/);
  const problems: Problem[] = [];
  const groups: TableGroup[] = [];
  let heading: TableHeading | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const [, marks, title] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? [];
    if (marks !== undefined && title !== undefined) {
      heading = { text: title, level: marks.length };
      continue;
    }
    if (!isRow(line) || !isSeparator(lines[index + 1] ?? '')) continue;
    const columns = cells(line);
    const end = lines.findIndex((candidate, at) => at > index + 1 && !isRow(candidate));
    const body = lines.slice(index + 2, end === -1 ? lines.length : end);
    if (columns.some(isNameColumn)) {
      const rows = body.map((row, offset) => parseRow(columns, cells(row), index + 3 + offset, problems));
      groups.push({ ...(heading === undefined ? {} : { heading }), rows });
    }
    index += 1 + body.length;
  }
  if (groups.length === 0) {
    problems.push({
      path: '',
      message: "no table with a 'Tool' column found; its header needs at least | Tool | Title |",
    });
  }
  return problems.length > 0 ? err(problems) : ok({ groups });
}

function parseRow(columns: readonly string[], row: readonly string[], line: number, problems: Problem[]): TableRow {
  const hints: { [Name in HintName]?: boolean | null } = {};
  const extra: Record<string, string> = {};
  let name = '';
  let title: string | null | undefined;
  for (const [index, column] of columns.entries()) {
    const cell = row[index] ?? '';
    const hint = hintOfColumn(column);
    if (isNameColumn(column)) name = plain(cell);
    else if (isTitleColumn(column)) title = parseExpected(cell) === null ? null : cell === '' ? undefined : cell;
    else if (hint === undefined) extra[column] = cell;
    else {
      const expected = parseExpected(cell);
      if (expected === 'unknown') {
        problems.push({
          path: `line ${line}`,
          message: `${hint} of '${name}' is '${cell}'; write true, false or absent`,
        });
      } else if (expected !== undefined) hints[hint] = expected;
    }
  }
  if (name === '') problems.push({ path: `line ${line}`, message: 'this row names no tool' });
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...hints,
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** Writes a table as Markdown that {@link parseMarkdownTable} reads back to the same table. */
export function printMarkdownTable(table: Table): string {
  return `${table.groups.map(printGroup).join('\n\n')}\n`;
}

function printGroup({ heading, rows }: TableGroup): string {
  const hints = HINT_NAMES.filter((hint) => rows.some((row) => row[hint] !== undefined));
  const withTitle = rows.some((row) => row.title !== undefined);
  const extras = [...new Set(rows.flatMap((row) => Object.keys(row.extra ?? {})))];
  const header = ['Tool', ...(withTitle ? ['Title'] : []), ...hints, ...extras];
  const body = rows.map((row) => [
    `\`${row.name}\``,
    ...(withTitle ? [row.title === null ? 'absent' : (row.title ?? '')] : []),
    ...hints.map((hint) => (row[hint] === null ? 'absent' : String(row[hint] ?? ''))),
    ...extras.map((column) => cellText(row.extra?.[column])),
  ]);
  const table = [header, header.map(() => '---'), ...body].map((row) => `| ${row.map(escapeCell).join(' | ')} |`);
  return [...(heading === undefined ? [] : [`${'#'.repeat(heading.level)} ${heading.text}`, '']), ...table].join('\n');
}

function cellText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isNameColumn = (column: string): boolean => ['tool', 'toolname', 'name'].includes(letters(column));
const isTitleColumn = (column: string): boolean => letters(column) === 'title';
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');
const plain = (cell: string): string => cell.replaceAll('`', '').trim();

const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);
const isSeparator = (line: string): boolean => /^\s*\|(\s*:?-+:?\s*\|)+\s*$/.test(line);

/** Splits at pipes that are not escaped. */
function cells(line: string): readonly string[] {
  const inner = line.trim().slice(1, -1);
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('<br>', '\n'));
}

const escapeCell = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>');
