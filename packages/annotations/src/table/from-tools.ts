import { isJsonObject, readAnnotations, type ToolDefinition, titleOf } from '../definition.ts';
import { HINT_NAMES } from '../hints.ts';
import type { Table, TableRow } from './table.ts';

/**
 * A table that says what a server's tools declare now, as a start for a person to go through: absent hints stand as
 * `absent`, so the table passes today and every later change shows.
 */
export function tableFromTools(tools: readonly ToolDefinition[]): Table {
  return { groups: [{ rows: tools.map(toRow) }] };
}

function toRow(tool: ToolDefinition): TableRow {
  const { hints } = readAnnotations(tool);
  const { value, source } = titleOf(tool);
  return {
    name: tool.name,
    title: source === 'name' ? null : value,
    ...Object.fromEntries(HINT_NAMES.map((hint) => [hint, hints[hint] ?? null])),
    ...notes(tool),
  };
}

/** A malformed hint cannot stand in a table, so the row says that there was one. */
function notes(tool: ToolDefinition): Pick<TableRow, 'extra'> | Record<string, never> {
  const { malformed } = readAnnotations(tool);
  const described =
    isJsonObject(tool.annotations) || tool.annotations === undefined
      ? malformed.map((item) => item.key)
      : ['annotations'];
  return described.length === 0 ? {} : { extra: { Notes: `malformed: ${described.join(', ')}` } };
}
