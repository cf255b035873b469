import { isJsonObject, readAnnotations, type ToolDefinition, titleOf } from '../definition.ts';
import { HINT_NAMES } from '../hints.ts';
import type { Table, TableRow } from './table.ts';

const PROPERTIES = ['title', ...HINT_NAMES] as const;

/**
 * A table of the hints that a server's tools declare now, as a starting point for review. Absent hints are written as
 * `absent`, so the table passes now and every later change shows.
 */
export function tableFromTools(tools: readonly ToolDefinition[]): Table {
  const toolsByName = Map.groupBy(tools, ({ name }) => name);
  return { groups: [{ rows: [...toolsByName].map(([name, same]) => toRow(name, same)) }] };
}

/** A table has one row for each name. For duplicate tools, the row has the values on which all of them agree. */
function toRow(name: string, tools: readonly ToolDefinition[]): TableRow {
  const declared = tools.map(toDeclared);
  const valuesOf = (property: (typeof PROPERTIES)[number]) => new Set(declared.map((values) => values[property]));
  const differing = PROPERTIES.filter((property) => valuesOf(property).size > 1);
  const agreed = PROPERTIES.filter((property) => !differing.includes(property));
  const malformed = new Set(tools.flatMap(malformedKeys));
  const notes = [
    ...(malformed.size === 0 ? [] : [`malformed: ${[...malformed].join(', ')}`]),
    ...(tools.length === 1 ? [] : [`registered ${tools.length} times`]),
    ...(differing.length === 0 ? [] : [`not the same each time: ${differing.join(', ')}`]),
  ];
  return {
    name,
    ...Object.fromEntries(agreed.map((property) => [property, declared[0]?.[property]])),
    ...(notes.length === 0 ? {} : { extra: { Notes: notes.join('; ') } }),
  };
}

function toDeclared(tool: ToolDefinition): Omit<TableRow, 'name' | 'extra'> {
  const { hints } = readAnnotations(tool);
  const { value, source } = titleOf(tool);
  return {
    title: source === 'name' ? null : value,
    ...Object.fromEntries(HINT_NAMES.map((hint) => [hint, hints[hint] ?? null])),
  };
}

/** A table cannot hold a malformed hint, so the row only says that there was one. */
function malformedKeys(tool: ToolDefinition): readonly string[] {
  const { malformed } = readAnnotations(tool);
  return isJsonObject(tool.annotations) || tool.annotations === undefined
    ? malformed.map((item) => item.key)
    : ['annotations'];
}
