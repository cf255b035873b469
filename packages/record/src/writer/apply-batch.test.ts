import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from '../entry.ts';
import { journalFile } from '../journal/journal.ts';
import { createJournalReader, type JournalReader } from '../journal/journal-reader.ts';
import { sqliteErrors } from '../store/sqlite/sqlite-errors.ts';
import type { ApplyOptions } from '../store/store.ts';
import { applyBatch } from './apply-batch.ts';

let folder: string;
let reader: JournalReader;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-apply-'));
  reader = createJournalReader(folder, 'a', { file: 0, offset: 0 });
});
afterEach(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const sqlite = (errcode: number): Error => Object.assign(new Error(`code ${errcode}`), { errcode });
const CONSTRAINT = sqlite(19);
const MISMATCH = sqlite(20);
const lineOf = (id: string): string => JSON.stringify({ kind: 'session-end', id, at: 1, reason: 'left' });
const idOf = (entry: Entry): string => ('id' in entry ? entry.id : '');

/** A store that rejects certain ids. */
function setUp(lines: readonly string[], bad: Readonly<Record<string, Error>>) {
  writeFileSync(journalFile(folder, 'a', 0), lines.map((line) => `${line}\n`).join(''));
  const applied: { readonly ids: readonly string[]; readonly offset: number | undefined }[] = [];
  const skipped: string[] = [];
  const kept: string[] = [];
  const told: number[] = [];
  const run = (): Promise<void> =>
    applyBatch(
      {
        store: {
          apply: async (entries: readonly Entry[], { until }: ApplyOptions) => {
            const error = entries.map((entry) => bad[idOf(entry)]).find((each) => each !== undefined);
            if (error !== undefined) throw error;
            applied.push({ ids: entries.map(idOf), offset: until?.offset });
            return { batch: applied.length, events: [] };
          },
        },
        errors: sqliteErrors,
        rejects: { keep: (more) => kept.push(...more) },
        tell: (batch) => told.push(batch?.batch ?? 0),
        onSkipped: (count, reason) => skipped.push(`${count} ${reason}`),
      },
      reader.read(),
      { instance: 'a', isDurable: false },
    );
  const stored = (): readonly string[] => applied.flatMap(({ ids }) => ids);
  return { run, applied, stored, skipped, kept, told };
}
const ends = (lines: readonly string[]): readonly number[] =>
  lines.map((_, index) => Buffer.byteLength(lines.slice(0, index + 1).join('\n')) + 1);

describe('a batch of a journal', () => {
  it('is stored in one transaction', async () => {
    const lines = ['1', '2'].map(lineOf);
    const { run, applied, skipped } = setUp(lines, {});
    await run();
    expect(applied).toEqual([{ ids: ['1', '2'], offset: ends(lines)[1] }]);
    expect(skipped).toEqual([]);
  });

  it.each<[string, Error]>([
    ['violates a constraint', CONSTRAINT],
    ['has a value of the wrong type', MISMATCH],
    ['breaks our code', new TypeError("Cannot read properties of undefined (reading 'text')")],
  ])('is stored without the one entry that %s; that one is kept aside and reported', async (_, error) => {
    const lines = ['1', 'bad', 'größe', 'bad', '4', 'bad'].map(lineOf);
    const { run, applied, stored, skipped, kept, told } = setUp(lines, { bad: error });
    await run();
    expect(stored()).toEqual(['1', 'größe', '4']);
    // Each with its own position, so that a crash at any point repeats nothing.
    const at = ends(lines);
    expect(applied.map(({ offset }) => offset)).toEqual([at[0], at[2], at[4], at[5]]);
    expect(skipped).toEqual(Array(3).fill(`1 ${error.message}`));
    expect(kept).toEqual(Array(3).fill(lineOf('bad')));
    // Listeners receive each event.
    expect(told).toEqual([1, 2, 3, 4]);
  });

  it.each<[string, Error]>([
    ['memory is short', sqlite(7)],
    ['a table is missing', sqlite(1)],
    ['the schema changed', sqlite(17)],
    ['the disk is full', sqlite(13)],
    ['the file is closed', Object.assign(new Error('database is not open'), { code: 'ERR_INVALID_STATE' })],
    ['nobody knows', new Error('?')],
  ])('keeps its position when %s', async (_, error) => {
    const { run, stored, skipped, kept } = setUp(['1', 'bad', '3'].map(lineOf), { bad: error });
    await expect(run()).rejects.toBe(error);
    expect([stored(), skipped, kept]).toEqual([[], [], []]);
  });

  it('keeps its position if no entry can be stored: then the store is at fault', async () => {
    const { run, stored, skipped, kept } = setUp(['1', '2'].map(lineOf), { '1': CONSTRAINT, '2': MISMATCH });
    await expect(run()).rejects.toBe(CONSTRAINT);
    expect([stored(), skipped, kept]).toEqual([[], [], []]);
  });

  it('is stored up to a disk failure', async () => {
    const full = sqlite(13);
    const lines = ['1', 'bad', '3', 'full'].map(lineOf);
    const { run, applied, skipped } = setUp(lines, { bad: CONSTRAINT, full });
    await expect(run()).rejects.toBe(full);
    expect(applied.at(-1)).toEqual({ ids: ['3'], offset: ends(lines)[2] });
    expect(skipped).toEqual(['1 code 19']);
  });

  it('keeps and reports invalid lines after the others are stored', async () => {
    const lines = [lineOf('1'), '{"kind":"se', lineOf('2')];
    const { run, stored, skipped, kept } = setUp(lines, {});
    await run();
    expect([stored(), skipped, kept]).toEqual([['1', '2'], ['1 torn by a full disk'], ['{"kind":"se']]);
    const failing = setUp(lines, { '2': sqlite(13) });
    await expect(failing.run()).rejects.toThrow();
    expect([failing.skipped, failing.kept]).toEqual([[], []]);
  });
});
