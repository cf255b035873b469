import type { HintName } from '../hints.ts';

/**
 * A table's statement about one hint: a value, `null` if the hint must be absent on the wire, or `undefined` if the
 * table does not check it.
 */
export type ExpectedHint = boolean | null;

/** One row of a classification table: the required annotations of a tool. */
export interface TableRow extends ExpectedHints {
  readonly name: string;
  /** `null` if the tool must have no title. */
  readonly title?: string | null;
  /** The non-empty cells of all other columns. Text if it was read from Markdown. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

type ExpectedHints = { readonly [Name in HintName]?: ExpectedHint };

/** Rows under one heading. A heading such as `Read-only tools: ReadOnly = true` applies to all of them. */
export interface TableGroup {
  readonly heading?: TableHeading;
  readonly rows: readonly TableRow[];
}

export interface TableHeading {
  readonly text: string;
  /** The Markdown level, 1 to 6. */
  readonly level: number;
}

/** A classification table, flat (one group, no heading) or grouped. */
export interface Table {
  readonly groups: readonly TableGroup[];
}

/**
 * All rows, including the hints from their heading.
 *
 * @example
 * for (const row of tableRows(table)) console.log(row.name, row.readOnlyHint);
 */
export function tableRows(table: Table): readonly TableRow[] {
  return table.groups.flatMap(({ heading, rows }) => {
    const shared = heading === undefined ? {} : headingHints(heading.text);
    return rows.map((row) => ({ ...shared, ...row }));
  });
}

const HEADING_HINT =
  /\b(read[\s-]?only|destructive|idempotent|open[\s-]?world)(?:Hint)?`?\s*[=:]\s*`?(true|false|yes|no|absent)\b/gi;

/** The hints that a heading sets for its rows. */
function headingHints(text: string): ExpectedHints {
  const hints: { [Name in HintName]?: ExpectedHint } = {};
  for (const [, word = '', value = ''] of text.matchAll(HEADING_HINT)) {
    const hint = hintOfColumn(word);
    const expected = parseExpected(value);
    if (hint !== undefined && expected !== undefined && expected !== 'unknown') hints[hint] = expected;
  }
  return hints;
}

// A map rather than an object, because a column may be called `Constructor`.
const HINT_COLUMNS: ReadonlyMap<string, HintName> = new Map([
  ['readonly', 'readOnlyHint'],
  ['destructive', 'destructiveHint'],
  ['idempotent', 'idempotentHint'],
  ['openworld', 'openWorldHint'],
]);

/** The hint that a column or key stands for: `ReadOnly`, `read-only`, `readOnlyHint` … */
export function hintOfColumn(column: string): HintName | undefined {
  const word = column
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/hint$/, '');
  return HINT_COLUMNS.get(word);
}

const YES = ['true', 'yes', 't', 'y', '✓', '✔', '✅'];
const NO = ['false', 'no', 'f', 'n', '✗', '✘', '❌'];
const ABSENT = ['absent', 'unset', 'default', '-', '–', '—'];

/** The value of a cell: a boolean, `null` for absent, `undefined` for an empty cell, `unknown` for anything else. */
export function parseExpected(cell: string): ExpectedHint | undefined | 'unknown' {
  const word = cell.replaceAll('`', '').trim().toLowerCase();
  if (word === '') return undefined;
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  return ABSENT.includes(word) ? null : 'unknown';
}
