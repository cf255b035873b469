import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FileEntry } from '../observe/file-state.ts';
import { interpret } from './interpret.ts';

const fileOf = (content: string | Buffer | undefined): FileEntry | undefined => {
  if (content === undefined) return undefined;
  const bytes = Buffer.from(content);
  return { kind: 'file', digest: createHash('sha256').update(bytes).digest('hex'), mode: 0o644, bytes };
};

function change(before: string | Buffer | undefined, after: string | Buffer | undefined, path = '/data/notes') {
  const moments = { before: () => undefined, after: () => undefined };
  return interpret({ path, before: fileOf(before), after: fileOf(after) }, moments, () => false);
}

const line = (value: unknown): string => JSON.stringify(value);

describe('the meaning of a changed file', () => {
  it.each([
    ['a new file', undefined, 'x', 'adds'],
    ['a deleted file', 'x', undefined, 'destroys'],
    ['an appended text', 'a\n', 'a\nb\n', 'adds'],
    ['a line put between others', 'a\nb\n', 'a\nx\nb\n', 'adds'],
    ['a replaced line: text has no identity', 'a\nb\n', 'a\nc\n', 'unclear'],
    ['a new key in JSON', line({ a: 1 }), line({ b: 2, a: 1 }), 'adds'],
    ['a new element of a JSON list', line({ tags: ['a'] }), line({ tags: ['b', 'a'] }), 'adds'],
    ['a changed scalar in JSON', line({ a: 1 }), line({ a: 2 }), 'destroys'],
    ['a removed key in JSON', line({ a: 1, b: 2 }), line({ a: 1 }), 'destroys'],
    ['a removed empty list in JSON', line({ a: 1, b: [] }), line({ a: 1 }), 'destroys'],
    ['a removed record of a JSON list', line([{ id: 1 }, { id: 2 }]), line([{ id: 2 }]), 'destroys'],
    [
      'a JSONL record that grew inside its line',
      `${line({ type: 'entity', name: 'a', observations: ['x'] })}\n${line({ type: 'entity', name: 'b', observations: [] })}`,
      `${line({ type: 'entity', name: 'a', observations: ['x', 'y'] })}\n${line({ type: 'entity', name: 'b', observations: [] })}`,
      'adds',
    ],
    [
      'a second JSONL record after a single one',
      line({ name: 'a' }),
      `${line({ name: 'a' })}\n${line({ name: 'b' })}`,
      'adds',
    ],
    [
      'the last JSONL record, removed',
      `${line({ name: 'a' })}\n${line({ name: 'b' })}`,
      line({ name: 'b' }),
      'destroys',
    ],
    ['all JSONL records, removed', `${line({ name: 'a' })}\n${line({ name: 'b' })}`, '', 'destroys'],
    [
      'a removed JSONL record',
      `${line({ name: 'a' })}\n${line({ name: 'b' })}`,
      `${line({ name: 'b' })}\n${line({ name: 'c' })}`,
      'destroys',
    ],
    [
      'a changed JSONL record without identity',
      `${line({ x: 1 })}\n${line({ x: 2 })}`,
      `${line({ x: 1 })}\n${line({ x: 3 })}`,
      'unclear',
    ],
    ['replaced bytes', Buffer.from([0, 1, 2]), Buffer.from([0, 3, 2]), 'unclear'],
    ['appended bytes', Buffer.from([0, 1]), Buffer.from([0, 1, 2]), 'adds'],
    ['a filled empty file', '', 'x', 'adds'],
  ] as const)('%s', (_name, before, after, effect) => {
    expect(change(before, after)).toMatchObject({ effect, noise: undefined });
  });

  it.each([
    ['JSON with other key order', line({ a: 1, b: 2 }), line({ b: 2, a: 1 })],
    ['a new time only', line({ at: '2026-11-18T05:30:00Z' }), line({ at: '2026-11-19T06:31:01Z' })],
    [
      'text with a new identifier only',
      'run 0b6e1c1e-1111-4111-8111-111111111111\n',
      'run 0b6e1c1e-2222-4222-8222-222222222222\n',
    ],
  ])('%s is no change', (_name, before, after) => {
    expect(change(before, after).noise).toBe('same meaning');
  });

  it.each([
    ['/home/a/.cache/x', 'cache'],
    ['/home/a/app/__pycache__/m.pyc', 'compiled Python'],
    ['/var/log/app.log', 'log'],
    ['/data/notes.db-wal', 'journal of a database'],
    ['/repo/.git/index', 'bookkeeping of git'],
  ])('%s does not count', (path, noise) => {
    expect(change('a', 'b', path).noise).toBe(noise);
  });

  it('compares databases by rows', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolmark-interpret-'));
    const states = [
      '',
      "INSERT INTO n VALUES (2, 'b')",
      "UPDATE n SET t = 'c' WHERE id = 1",
      'DELETE FROM n WHERE id = 2',
    ].map((sql) => {
      const database = new DatabaseSync(join(folder, 'n.db'));
      database.exec(
        "CREATE TABLE IF NOT EXISTS n (id INTEGER PRIMARY KEY, t TEXT); INSERT OR IGNORE INTO n VALUES (1, 'a')",
      );
      database.exec(sql);
      database.close();
      return readFileSync(join(folder, 'n.db'));
    });
    rmSync(folder, { recursive: true });
    const [empty, inserted, updated, deleted] = states;
    expect([change(empty, inserted).effect, change(inserted, updated).effect, change(updated, deleted).effect]).toEqual(
      ['adds', 'destroys', 'destroys'],
    );
    expect(change(updated, deleted).detail).toContain('n[2].id');
  });

  it.each([
    ['a branch that moves on to a descendant adds', 'parent', 'adds'],
    ['a branch that leaves its commits is unclear', 'other', 'unclear'],
  ])('%s', (_name, relation, effect) => {
    const [old, made, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(40));
    const commit = deflateSync(
      `commit 99\0tree ${'d'.repeat(40)}\nparent ${relation === 'parent' ? old : other}\n\nmessage`,
    );
    const objectPath = `/repo/.git/objects/bb/${'b'.repeat(38)}`;
    const moments = {
      before: () => undefined,
      after: (path: string) => (path === objectPath ? fileOf(commit) : undefined),
    };
    const path = '/repo/.git/refs/heads/main';
    expect(
      interpret({ path, before: fileOf(`${old}\n`), after: fileOf(`${made}\n`) }, moments, () => false).effect,
    ).toBe(effect);
  });
});
