import type { HintName } from '../hints.ts';

/**
 * What a table says of one hint: a value, `null` where the hint must be absent on the wire, or nothing, which means that
 * the table does not check it.
 */
export type ExpectedHint = boolean | null;

/** One row of a classification table: what a tool's annotations must be. */
export interface TableRow extends ExpectedHints {
  readonly name: string;
  /** `null` where the tool must have no title. */
  readonly title?: string | null;
  /** Every other column in which this row says something. Text, where it was read from Markdown. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

type ExpectedHints = { readonly [Name in HintName]?: ExpectedHint };

/** Rows under one heading. A heading such as `Read-only tools: ReadOnly = true` speaks for all of them. */
export interface TableGroup {
  readonly heading?: TableHeading;
  readonly rows: readonly TableRow[];
}

export interface TableHeading {
  readonly text: string;
  /** The level in Markdown, 1 to 6. */
  readonly level: number;
}

/** A classification table, flat (one group, no heading) or grouped. */
export interface Table {
  readonly groups: readonly TableGroup[];
}

/**
 * All rows, with what their heading says filled in.
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

/** What a heading says for the rows below it. */
function headingHints(text: string): ExpectedHints {
  const hints: { [Name in HintName]?: ExpectedHint } = {};
  for (const [, word = '', value = ''] of text.matchAll(HEADING_HINT)) {
    const hint = hintOfColumn(word);
    const expected = parseExpected(value);
    if (hint !== undefined && expected !== undefined && expected !== 'unknown') hints[hint] = expected;
  }
  return hints;
}

// A map, because a column may be called `Constructor`.
const HINT_COLUMNS: ReadonlyMap<string, HintName> = new Map([
  ['readonly', 'readOnlyHint'],
  ['destructive', 'destructiveHint'],
  ['idempotent', 'idempotentHint'],
  ['openworld', 'openWorldHint'],
]);

/** The hint a column or key is about: `ReadOnly`, `read-only`, `readOnlyHint` … */
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

/** What a cell says: a value, `null` for absent, `undefined` for an empty cell, `unknown` for anything else. */
export function parseExpected(cell: string): ExpectedHint | undefined | 'unknown' {
  const word = cell.replaceAll('`', '').trim().toLowerCase();
  if (word === '') return undefined;
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  return ABSENT.includes(word) ? null : 'unknown';
}
