import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Facts } from './facts.ts';

/** More rows than this are not compared one by one. */
const MAX_ROWS = 200_000;

/** The rows of every table, by primary key or rowid; `undefined` if the database cannot be read. */
export function sqliteFacts(bytes: Buffer, wal: Buffer | undefined): Facts | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-sqlite-'));
  try {
    const file = join(folder, 'copy.db');
    writeFileSync(file, bytes);
    if (wal !== undefined) writeFileSync(`${file}-wal`, wal);
    return readRows(file);
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readRows(file: string): Facts | undefined {
  const database = new DatabaseSync(file);
  try {
    const facts = new Map<string, string>();
    for (const table of database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all()) {
      const name = String(table['name']);
      if (name.startsWith('sqlite_')) continue;
      facts.set(`table ${name}`, String(table['sql']));
      const keys = keyColumns(database, name);
      const rows = database.prepare(`SELECT ${keys.length === 0 ? 'rowid AS "rowid", ' : ''}* FROM ${quoted(name)}`);
      rows.setReadBigInts(true);
      for (const row of rows.iterate()) {
        if (facts.size > MAX_ROWS) return undefined;
        const identity = (keys.length === 0 ? ['rowid'] : keys).map((key) => show(row[key])).join(',');
        for (const [column, value] of Object.entries(row)) facts.set(`${name}[${identity}].${column}`, show(value));
      }
    }
    return facts;
  } finally {
    database.close();
  }
}

function keyColumns(database: DatabaseSync, table: string): readonly string[] {
  return database
    .prepare(`PRAGMA table_info(${quoted(table)})`)
    .all()
    .filter((column) => Number(column['pk']) > 0)
    .map((column) => String(column['name']));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function show(value: unknown): string {
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
