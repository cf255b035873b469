import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentType } from './document-source.ts';
import type { OwnerIndex, SemanticIndex, StoredChunk } from './semantic-index.ts';
import { createVectorCache } from './vector-cache.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS document (
    key INTEGER PRIMARY KEY, owner TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL,
    version TEXT NOT NULL, embedder TEXT NOT NULL, was_absent INTEGER NOT NULL DEFAULT 0, UNIQUE (owner, type, id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS chunk (
    key INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES document(key) ON DELETE CASCADE,
    number INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, vector BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS chunk_by_document ON chunk (document);
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    title, text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER IF NOT EXISTS chunk_deleted AFTER DELETE ON chunk BEGIN DELETE FROM words WHERE rowid = old.key; END;
`;
/** The schema version; an index with another version is rebuilt. */
const VERSION = 1;
/** A match in the title weighs more than one in the text. */
const BM25 = 'bm25(words, 2.0, 1.0)';

/**
 * Opens the index in a SQLite file, readable by its user only, or in memory.
 *
 * @example
 * const index = createSemanticIndex(':memory:', embedder.name);
 */
export function createSemanticIndex(file: string, embedder: string): SemanticIndex {
  const db = open(file);
  const vectors = createVectorCache(db, embedder);
  return {
    of: (owner) => createOwnerIndex(db, owner, { embedder, vectors }),
    close: () => db.close(),
  };
}

function open(file: string): DatabaseSync {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite would create a world-readable file; its journal files inherit this mode.
    closeSync(openSync(file, 'a', 0o600));
  }
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON',
  );
  const version = db.prepare('PRAGMA user_version').get()?.['user_version'];
  if (version !== VERSION)
    db.exec(`BEGIN IMMEDIATE; DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS chunk; DROP TABLE IF EXISTS document; ${SCHEMA}
      PRAGMA user_version = ${VERSION}; COMMIT`);
  return db;
}

interface Parts {
  readonly embedder: string;
  readonly vectors: ReturnType<typeof createVectorCache>;
}

function createOwnerIndex(db: DatabaseSync, owner: string, { embedder, vectors }: Parts): OwnerIndex {
  return {
    versions: (type) => {
      const rows = db
        .prepare('SELECT id, version FROM document WHERE owner = ? AND type = ? AND embedder = ?')
        .all(owner, type, embedder);
      return new Map(rows.map(({ id, version }) => [String(id), String(version)]));
    },
    put: (type, { id, version, title, text }, chunks) =>
      transaction(db, () => {
        db.prepare('DELETE FROM document WHERE owner = ? AND type = ? AND id = ?').run(owner, type, id);
        const { lastInsertRowid } = db
          .prepare('INSERT INTO document (owner, type, id, version, embedder) VALUES (?, ?, ?, ?, ?)')
          .run(owner, type, id, version, embedder);
        for (const [number, { start, end, vector }] of chunks.entries()) {
          const { lastInsertRowid: key } = db
            .prepare('INSERT INTO chunk (document, number, start, "end", vector) VALUES (?, ?, ?, ?, ?)')
            .run(lastInsertRowid, number, start, end, toBytes(vector));
          db.prepare('INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)').run(key, title, text.slice(start, end));
        }
        vectors.forget(owner);
      }),
    finishScan: (type, present) =>
      transaction(db, () => {
        let deleted = 0;
        const rows = db
          .prepare('SELECT key, id, was_absent FROM document WHERE owner = ? AND type = ?')
          .all(owner, type);
        for (const { key = null, id, was_absent: wasAbsent } of rows) {
          const isAbsent = !present.has(String(id));
          if (isAbsent && wasAbsent === 1) {
            db.prepare('DELETE FROM document WHERE key = ?').run(key);
            deleted++;
          } else if (isAbsent !== (wasAbsent === 1))
            db.prepare('UPDATE document SET was_absent = ? WHERE key = ?').run(isAbsent ? 1 : 0, key);
        }
        if (deleted > 0) vectors.forget(owner);
        return deleted;
      }),
    count: () =>
      Number(
        db.prepare('SELECT count(*) AS n FROM document WHERE owner = ? AND embedder = ?').get(owner, embedder)?.['n'],
      ),
    byWords: (words, { types, limit, all = false }) => {
      if (words.length === 0) return [];
      // Quoted, so that no word is taken for an operator of FTS5.
      const match = words.map((word) => `"${word.replaceAll('"', '')}"`).join(all ? ' AND ' : ' OR ');
      return db
        .prepare(
          `SELECT words.rowid AS chunk, -${BM25} AS score FROM words
           JOIN chunk ON chunk.key = words.rowid JOIN document ON document.key = chunk.document
           WHERE words MATCH ? AND owner = ? AND embedder = ? AND type IN (SELECT value FROM json_each(?))
           ORDER BY ${BM25} LIMIT ?`,
        )
        .all(match, owner, embedder, JSON.stringify(types), limit)
        .map(({ chunk, score }) => ({ chunk: Number(chunk), score: Number(score) }));
    },
    byVector: (vector, query) => vectors.nearest(owner, vector, query),
    chunk: (chunk) => {
      const row = db
        .prepare(
          `SELECT type, id, version, number, start, "end",
             (SELECT count(*) FROM chunk AS each WHERE each.document = chunk.document) AS count
           FROM chunk JOIN document ON document.key = chunk.document WHERE chunk.key = ? AND owner = ?`,
        )
        .get(chunk, owner);
      return row === undefined ? undefined : toStoredChunk(row);
    },
  };
}

const toStoredChunk = (row: Readonly<Record<string, unknown>>): StoredChunk => ({
  // Only `put` writes this column, and only with these types.
  type: row['type'] as DocumentType,
  id: String(row['id']),
  version: String(row['version']),
  number: Number(row['number']),
  count: Number(row['count']),
  start: Number(row['start']),
  end: Number(row['end']),
});

const toBytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

function transaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
