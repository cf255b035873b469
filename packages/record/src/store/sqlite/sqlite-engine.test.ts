import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerTo, body, createCalls, endOf, options, questionOf, session, sessionEnd } from '../contract/entries.ts';
import { contents, expectExact } from '../contract/exactness.ts';
import type { Engine } from '../engine.ts';
import { MIGRATION_NAMES } from '../migrations/migrations.ts';
import { createStoreReader } from '../read/create-reader.ts';
import { createStoreWriter } from '../write/create-writer.ts';
import { openSqlite } from './sqlite-engine.ts';
import { sqliteErrors } from './sqlite-errors.ts';

let folder = '';
let file = '';
const engines: Engine[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-sqlite-'));
  file = join(folder, 'record.db');
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  await rm(folder, { recursive: true });
});

async function open(readOnly = false): Promise<Engine> {
  const engine = await openSqlite({ file, readOnly });
  engines.push(engine);
  return engine;
}

/** A session with large bodies. */
function bulk(id: string, calls: number, makeCall: ReturnType<typeof createCalls>) {
  const begins = Array.from({ length: calls }, () => makeCall(id));
  const noise = body(Array.from({ length: 400 }, (_, n) => (Math.sin(n) * 1e9) | 0));
  return [session(id), ...begins.flatMap((begin) => [begin, endOf(begin, { result: noise })]), sessionEnd(id)];
}

describe('openSqlite', () => {
  it('creates a file that only its owner can read, and finds its data again', async () => {
    const first = await open();
    await createStoreWriter(first).apply([session('s')], options());
    const before = await contents(first);
    await first.close();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await contents(await open())).toEqual(before);
  });

  it('rejects another file, and leaves it unchanged', async () => {
    const text = 'These are my notes, and no database at all.\n'.repeat(40);
    await writeFile(file, text, { mode: 0o644 });
    await expect(open()).rejects.toMatchObject({ message: 'file is not a database', errcode: 26 });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect((await stat(file)).mode & 0o777).toBe(0o644);
  });

  // Not even root can create files here.
  it.each(['/proc', '/no/such/folder'])('rejects a read-only folder: %s', async (place) => {
    file = join(place, 'record.db');
    await expect(open()).rejects.toMatchObject({ errcode: 14 });
  });

  it('rejects a file of a newer version with an explanation, and leaves it unchanged', async () => {
    const engine = await open();
    await createStoreWriter(engine).apply([session('s')], options());
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(engine.db);
    await engine.close();
    const before = await readFile(file);
    await expect(open()).rejects.toThrow(
      'A newer version of Toolmark has written this record: it has migration "9999-later", and the last one of this version is "0005-call-rounds".',
    );
    expect(await readFile(file)).toEqual(before);
  });

  it.each([false, true])(
    'rejects a file with an older schema, and leaves it unchanged (read-only: %s)',
    async (readOnly) => {
      const engine = await open();
      await createStoreWriter(engine).apply([session('s')], options());
      await sql`update kysely_migration set name = '0001-record' where name = '0001-record-b'`.execute(engine.db);
      await sql`alter table calls drop column legs`.execute(engine.db);
      await engine.close();
      const before = await readFile(file);
      const error = await open(readOnly).catch((reason: unknown) => reason);
      expect(sqliteErrors.explain(error, file)).toBe(
        `${file} was written by an earlier build of Toolmark, with a schema that this one does not support. Move it away (for instance to ${file}.old); a new one is created.`,
      );
      expect(await readFile(file)).toEqual(before);
    },
  );

  it('has the schema of its migration name: change both together', async () => {
    const { db } = await open();
    const { rows } = await sql<{
      sql: string;
    }>`select sql from sqlite_schema where sql is not null order by name`.execute(db);
    // Tables created by Kysely, SQLite and FTS5 may differ with their versions.
    const ours = rows.map((row) => row.sql).filter((text) => !/kysely|call_words|sqlite_/.test(text));
    const form = createHash('sha256').update(ours.join('\n')).digest('hex').slice(0, 16);
    expect([MIGRATION_NAMES, ours.length, form]).toEqual([
      ['0001-record-b', '0002-sent-params', '0003-answer-terms', '0004-call-params', '0005-call-rounds'],
      27,
      '81266a1a253cf109',
    ]);
  });

  it('migrates a file of the first schema, and renames the route web to page', async () => {
    const engine = await open();
    const begin = createCalls()('s');
    await createStoreWriter(engine).apply([session('s'), begin, questionOf(begin, 'q'), answerTo('q')], options());
    await sql`update approvals set route = 'web'`.execute(engine.db);
    await sql`alter table approvals drop column terms`.execute(engine.db);
    await sql`alter table approvals drop column presence`.execute(engine.db);
    for (const column of [
      'others',
      'others_encoding',
      'others_cut',
      'others_redactions',
      'others_bytes',
      'params_digest',
    ])
      await sql`alter table call_bodies drop column ${sql.ref(column)}`.execute(engine.db);
    await sql`drop table call_rounds`.execute(engine.db);
    await sql`delete from kysely_migration where name >= '0003'`.execute(engine.db);
    await engine.close();
    expect(await createStoreReader(await open()).approval('q')).toMatchObject({
      routes: ['client', 'page', 'cli', 'api'],
      presence_required: false,
      answer: { decision: 'approve', route: 'page', presence: 'none', by: 'ada' },
    });
  });

  it('writes nothing in read-only mode', async () => {
    const engine = await open();
    await createStoreWriter(engine).apply([session('s')], options());
    const reader = await open(true);
    await expect(createStoreWriter(reader).apply([session('t')], options())).rejects.toMatchObject({ errcode: 8 });
    expect(await contents(reader)).toEqual(await contents(engine));
  });
});

describe('an SQLite file in use', () => {
  it('is recognized during heavy writing', async () => {
    const engine = await open();
    await createStoreWriter(engine).apply([session('s')], options());
    await engine.maintain();
    await engine.verify();
    const inMemory = await openSqlite({ file: ':memory:' });
    engines.push(inMemory);
    await inMemory.verify();
  });

  it.each<[string, RegExp, () => Promise<void>]>([
    ['moved away', /moved away or deleted/, () => rename(file, `${file}.broken`)],
    ['deleted', /moved away or deleted/, () => rm(file)],
    [
      'replaced',
      /replaced/,
      async () => {
        await writeFile(`${file}.new`, '');
        await rename(`${file}.new`, file);
      },
    ],
  ])('is distinguished from one that was %s', async (_, sentence, change) => {
    const engine = await open();
    await change();
    const error = await engine.verify().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringMatching(sentence) });
    expect(sqliteErrors.explain(error, file)).toMatch(/A new one is created/);
  });
});

describe('SQLite on a full disk', () => {
  it('rejects writes, keeps all data, and recovers when there is room again', async () => {
    const engine = await open();
    const writer = createStoreWriter(engine);
    const calls = createCalls();
    await writer.apply(bulk('before', 5, calls), options());
    const before = await contents(engine);
    await sql`pragma max_page_count = 1`.execute(engine.db);
    const large = bulk('large', 200, calls);
    await expect(writer.apply(large, options())).rejects.toMatchObject({ errcode: 13 });
    expect(await contents(engine)).toEqual(before);
    await sql`pragma max_page_count = 1000000`.execute(engine.db);
    await writer.apply(large, options());
    expect((await contents(engine)).calls).toHaveLength(205);
    await expectExact(engine);
    const { rows } = await sql`pragma integrity_check`.execute(engine.db);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
  });
});

describe('the size of an SQLite file', () => {
  it('is the used part, and free space is returned gradually', async () => {
    const engine = await open();
    const writer = createStoreWriter(engine);
    const calls = createCalls();
    const empty = await engine.size();
    await writer.apply(bulk('s', 1_000, calls), options());
    const full = await engine.size();
    await writer.retain({ sessions: 0, days: 1_000, bytes: 1e12, events: 0 }, 0);
    const left = await engine.size();
    expect(full - empty).toBeGreaterThan(1_000_000);
    expect(left - empty).toBeLessThan((full - empty) / 20);
    await writer.maintain();
    await writer.maintain();
    expect((await stat(file)).size).toBe(await engine.size());
    expect((await stat(file)).size).toBeLessThan(full / 2);
  });
});
