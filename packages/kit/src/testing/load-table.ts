import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTable, type Table } from '@toolmark/annotations';

/**
 * A table, or its file. Read synchronously, because test runners collect tests before running them. A relative path
 * starts in the current directory.
 */
export function loadTable(table: Table | string | URL): Table {
  if (!(typeof table === 'string' || table instanceof URL)) return table;
  const parsed = parseTable(readText(table));
  if (parsed.ok) return parsed.value;
  const problems = parsed.error.map(({ path, message }) => (path === '' ? `  ${message}` : `  ${path}: ${message}`));
  throw new Error([`The table ${absolute(table)} cannot be used:`, ...problems].join('\n'));
}

function readText(path: string | URL): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isRelative = typeof path === 'string' && !isAbsolute(path);
    const advice = isRelative ? `\n  A relative path starts in the current directory, ${process.cwd()}.` : '';
    throw new Error(`The table ${absolute(path)} cannot be read: ${reason}${advice}`);
  }
}

function absolute(path: string | URL): string {
  if (typeof path === 'string') return resolve(path);
  return path.protocol === 'file:' ? fileURLToPath(path) : path.href;
}
