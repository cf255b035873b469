import type { Tool, ToolUsage } from '@toolmark/api-contract';
import { CLASSES } from '../hints/labels.ts';
import { toolKey } from './tool-address.ts';

const SORT_COLUMNS = ['title', 'server', 'class', 'findings', 'calls', 'last'] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];

/** A column; a leading `-` means descending. */
export type ToolSort = SortColumn | `-${SortColumn}`;

export const TOOL_SORTS: readonly ToolSort[] = SORT_COLUMNS.flatMap((column): ToolSort[] => [column, `-${column}`]);

export type UsageByTool = ReadonlyMap<string, ToolUsage>;

export const columnOf = (sort: ToolSort): SortColumn => sort.replace('-', '') as SortColumn; // The cast is safe: without the dash only a column name is left.

export const isDownwards = (sort: ToolSort): boolean => sort.startsWith('-');

/** The order after a click on a column header: the most relevant first, and reversed by a second click. */
export function nextSort(sort: ToolSort, column: SortColumn): ToolSort {
  if (columnOf(sort) === column) return isDownwards(sort) ? column : `-${column}`;
  return column === 'title' || column === 'server' ? column : `-${column}`;
}

/** The value of a column's `aria-sort`. */
export function ariaSortOf(sort: ToolSort, column: SortColumn): 'ascending' | 'descending' | 'none' {
  if (columnOf(sort) !== column) return 'none';
  return isDownwards(sort) ? 'descending' : 'ascending';
}

/**
 * Sorts tools; equal ones by title, server and name.
 *
 * @example
 * sortTools(tools, '-calls', usage)
 */
export function sortTools(tools: readonly Tool[], sort: ToolSort, usage: UsageByTool): readonly Tool[] {
  const compare = comparing(columnOf(sort), usage);
  const sign = isDownwards(sort) ? -1 : 1;
  return tools.toSorted((a, b) => sign * compare(a, b) || byTitle(a, b) || byServer(a, b) || byText(a.name, b.name));
}

type Compare = (a: Tool, b: Tool) => number;

const { compare: byText } = new Intl.Collator('en', { numeric: true });
const byTitle: Compare = (a, b) => byText(a.title, b.title);
const byServer: Compare = (a, b) => byText(a.server, b.server);

function comparing(column: SortColumn, usage: UsageByTool): Compare {
  const by =
    (value: (tool: Tool) => number): Compare =>
    (a, b) =>
      value(a) - value(b);
  switch (column) {
    case 'title':
      return byTitle;
    case 'server':
      return byServer;
    case 'class':
      return by((tool) => CLASSES.indexOf(tool.class));
    case 'findings':
      return byFindings;
    case 'calls':
      return by((tool) => usage.get(toolKey(tool))?.calls ?? 0);
    case 'last':
      return by((tool) => Date.parse(usage.get(toolKey(tool))?.last_call ?? '') || 0);
  }
}

/** One error outweighs any number of warnings. */
const byFindings: Compare = ({ finding_counts: a }, { finding_counts: b }) =>
  a.error - b.error || a.warning - b.warning || a.note - b.note;
