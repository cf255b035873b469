import { readFileSync } from 'node:fs';
import { parseTable, type Table } from '@toolmark/annotations';

/**
 * A table, or where it is written. It is read at once, because test runners want to know their tests before they run any.
 * A path counts from the current directory.
 */
export function loadTable(table: Table | string | URL): Table {
  if (!(typeof table === 'string' || table instanceof URL)) return table;
  const parsed = parseTable(readText(table));
  if (parsed.ok) return parsed.value;
  const problems = parsed.error.map(({ path, message }) => (path === '' ? `  ${message}` : `  ${path}: ${message}`));
  throw new Error([`The table ${String(table)} cannot be used:`, ...problems].join('\n'));
}

function readText(path: string | URL): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(
      `The table ${String(path)} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
