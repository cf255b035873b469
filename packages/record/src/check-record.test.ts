import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkRecord } from './check-record.ts';
import { recordFile, recordFolder } from './record-file.ts';
import { openSqlite } from './store/sqlite/sqlite-engine.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'toolmark-check-'));
  mkdirSync(recordFolder(dataDir));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('checkRecord', () => {
  it('of a folder without a record', async () => {
    expect(await checkRecord(dataDir)).toEqual({
      state: 'missing',
      place: recordFile(dataDir),
      sizeBytes: 0,
      problem: undefined,
    });
  });

  it('of an intact record', async () => {
    await (await openSqlite({ file: recordFile(dataDir) })).close();
    expect(await checkRecord(dataDir)).toEqual({
      state: 'ok',
      place: recordFile(dataDir),
      sizeBytes: readFileSync(recordFile(dataDir)).length,
      problem: undefined,
    });
  });

  it('of another file', async () => {
    writeFileSync(recordFile(dataDir), 'x'.repeat(5_000));
    expect(await checkRecord(dataDir)).toMatchObject({
      state: 'broken',
      problem: expect.stringContaining('is not a database'),
    });
  });

  it('of an older schema', async () => {
    const engine = await openSqlite({ file: recordFile(dataDir) });
    await sql`update kysely_migration set name = '0001-record' where name = '0001-record-b'`.execute(engine.db);
    await engine.close();
    expect(await checkRecord(dataDir)).toMatchObject({
      state: 'broken',
      problem: expect.stringContaining(`Move it away (for instance to ${recordFile(dataDir)}.old)`),
    });
  });

  it('of a damaged file', async () => {
    await (await openSqlite({ file: recordFile(dataDir) })).close();
    const bytes = readFileSync(recordFile(dataDir));
    // Overwrite everything behind the first page, which identifies the file.
    writeFileSync(
      recordFile(dataDir),
      Buffer.concat([bytes.subarray(0, 4_096), bytes.subarray(4_096).map(() => 0x5a)]),
    );
    expect(await checkRecord(dataDir)).toMatchObject({
      state: 'broken',
      problem: expect.stringContaining('is damaged'),
    });
  });
});
