import { isJsonObject, type ToolDefinition, titleOf } from '../definition.ts';
import { HINT_NAMES, type HintName } from '../hints.ts';
import { type Table, type TableRow, tableRows } from './table.ts';

/** A difference between a server's tools and a table. The message is a stable contract with people and tests. */
export interface TableMismatch {
  readonly kind: 'mismatch' | 'uncovered' | 'stale';
  readonly tool: string;
  /** The property that differs, for a mismatch. */
  readonly property?: 'title' | HintName;
  readonly message: string;
}

/**
 * Compares a server's tools with a table in both directions: every row with its tool, and every tool with the rows.
 *
 * @example
 * compareTable(tools, table).map((mismatch) => mismatch.message)
 * // ["Tool 'breakpoint_list': expected readOnlyHint=true, got readOnlyHint=false"]
 */
export function compareTable(tools: readonly ToolDefinition[], table: Table): readonly TableMismatch[] {
  const toolsByName = Map.groupBy(tools, ({ name }) => name);
  const rows = tableRows(table);
  const covered = new Set(rows.map((row) => row.name));
  return [
    ...rows.flatMap((row) => compareTools(toolsByName.get(row.name) ?? [undefined], row)),
    ...[...toolsByName.keys()].filter((name) => !covered.has(name)).map(missingRow),
  ];
}

/** A server may send a name twice, and clients differ in which one they call, so all of them must match the row. */
function compareTools(tools: readonly (ToolDefinition | undefined)[], row: TableRow): readonly TableMismatch[] {
  const found = tools.flatMap((tool) => compareRow(tool, row));
  return [...new Map(found.map((mismatch) => [mismatch.message, mismatch])).values()];
}

/** Compares one tool with its row; a row without a tool is stale. */
export function compareRow(tool: ToolDefinition | undefined, row: TableRow): readonly TableMismatch[] {
  if (tool === undefined) {
    return [{ kind: 'stale', tool: row.name, message: `Tool '${row.name}': in the table but not registered` }];
  }
  const annotations = isJsonObject(tool.annotations) ? tool.annotations : {};
  const { value, source } = titleOf(tool);
  return [
    ...compareProperty(row, 'title', row.title, source === 'name' ? undefined : value),
    ...HINT_NAMES.flatMap((hint) => compareProperty(row, hint, row[hint], annotations[hint])),
  ];
}

function compareProperty(
  row: TableRow,
  property: 'title' | HintName,
  expected: string | boolean | null | undefined,
  got: unknown,
): readonly TableMismatch[] {
  if (expected === undefined || got === (expected ?? undefined)) return [];
  const message = `Tool '${row.name}': expected ${property}=${show(expected ?? undefined)}, got ${property}=${show(got)}`;
  return [{ kind: 'mismatch', tool: row.name, property, message }];
}

function missingRow(tool: string): TableMismatch {
  return { kind: 'uncovered', tool, message: `Tool '${tool}': registered but missing from the table` };
}

const show = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
