import { invalidArgument } from '../../errors.ts';
import type { RawColumn } from './raw.ts';
import type { Cells } from './tables-api.ts';

/**
 * Resolves column titles to ids. An unknown column is refused here, because Tables answers it with an internal error.
 *
 * @example
 * resolveCells([{ id: 7, title: 'Name', … }], { Name: 'Ada' }) // { '7': 'Ada' }
 */
export function resolveCells(columns: readonly RawColumn[], data: Cells): Cells {
  const cells = new Map<string, unknown>();
  for (const [key, value] of Object.entries(data)) {
    const id = String(columnOf(columns, key).id);
    if (cells.has(id)) throw invalidArgument(`Column ${id} is given twice, by its id and by its title. Give it once.`);
    cells.set(id, value);
  }
  if (cells.size === 0) throw invalidArgument(`Give a value for at least one column: ${columnTitles(columns)}.`);
  return Object.fromEntries(cells);
}

function columnOf(columns: readonly RawColumn[], key: string): RawColumn {
  const byId = columns.find(({ id }) => String(id) === key);
  if (byId !== undefined) return byId;
  const [found, second] = columns.filter(({ title }) => title === key);
  if (found === undefined)
    throw invalidArgument(
      `The table has no column '${key}'. Its columns are ${columnTitles(columns)}. Nothing was written.`,
    );
  if (second !== undefined)
    throw invalidArgument(`The table has several columns titled '${key}'. Use the id: ${columnTitles(columns)}.`);
  return found;
}

const columnTitles = (columns: readonly RawColumn[]): string =>
  columns.length === 0 ? '(none)' : columns.map(({ id, title }) => `${id} (${title})`).join(', ');
