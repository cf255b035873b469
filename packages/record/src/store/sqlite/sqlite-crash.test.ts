import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contents, expectExact } from '../contract/exactness.ts';
import { openSqlite } from './sqlite-engine.ts';

const CHILD = fileURLToPath(new URL('./fixtures/apply-until-killed.ts', import.meta.url));

describe('SQLite after kill -9', () => {
  let folder = '';
  let next = 0;
  const reported: number[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolmark-crash-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Kills the child at any point after so many reported batches, and returns those reported. */
  const killAfter = async (file: string, count: number): Promise<readonly number[]> => {
    const child = spawn(process.execPath, [CHILD, file, String(next)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    const batches: number[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      batches.push(Number(line));
      if (batches.length === count) child.kill('SIGKILL');
    }
    await closed;
    expect(child.signalCode).toBe('SIGKILL');
    return batches;
  };

  // Each run continues with the file of the one before.
  it.each([1, 2, 5, 9, 14])('opens, is intact, and has every reported batch: killed after %i more', async (count) => {
    const file = join(folder, 'record.db');
    reported.push(...(await killAfter(file, count)));
    next = (reported.at(-1) ?? 0) + 1_000;
    const engine = await openSqlite({ file });
    try {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(engine.db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
      const { sessions } = await contents(engine);
      const callsBySession = new Map(sessions.map(({ id, tool_call_count }) => [id, tool_call_count]));
      expect(reported.map((batch) => callsBySession.get(`batch-${batch}`))).toEqual(reported.map(() => 20));
      // The batch in progress is complete or missing.
      expect(new Set(callsBySession.values())).toEqual(new Set([20]));
      await expectExact(engine);
    } finally {
      await engine.close();
    }
  });
});
