import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalFile } from './journal.ts';
import { createJournalReader, endOfJournal, isAfter, renameJournal } from './journal-reader.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-reading-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const START = { file: 0, offset: 0 };
const line = (id: string): string => JSON.stringify({ kind: 'session-end', id, at: 1, reason: 'left' });

describe('reading a journal', () => {
  it('reports the end of every line, even after torn ones', () => {
    const anything = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10)));
    const lines = fc.array(
      fc.oneof(
        anything,
        fc.string({ unit: 'grapheme' }).map((id) => Buffer.from(line(id))),
      ),
    );
    fc.assert(
      fc.property(lines, (given) => {
        const path = journalFile(folder, 'a', 0);
        writeFileSync(path, Buffer.concat(given.flatMap((each) => [each, Buffer.from('\n')])));
        const reader = createJournalReader(folder, 'a', START);
        const batch = reader.read();
        const read = batch.lines();
        expect(read.flatMap(({ entries }) => entries)).toEqual(batch.entries);
        expect(read.length - batch.entries.length).toBe(batch.unreadable);
        const bytes = readFileSync(path);
        let from = 0;
        for (const { text, end } of read) {
          expect(bytes.toString('utf8', from, end.offset).trim()).toBe(text.trim());
          from = end.offset;
        }
        reader.close();
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['less than a line', 10, 1],
    ['a few lines', 200, 3],
    ['more than there is', 1_000_000, 4_000],
  ])('respects its limit: %s', (_case, maxBytes, count) => {
    const lines = Array.from({ length: 4_000 }, (_none, n) => line(String(1_000 + n)));
    writeFileSync(journalFile(folder, 'a', 0), lines.map((each) => `${each}\n`).join(''));
    const reader = createJournalReader(folder, 'a', START);
    const batch = reader.read(maxBytes);
    expect(batch.entries).toHaveLength(count);
    reader.advance(batch.position, false);
    expect(reader.read().entries).toHaveLength(4_000 - count);
    reader.close();
  });

  it('reports how much is left over all files', () => {
    const reader = createJournalReader(folder, 'a', START);
    expect([reader.behind(), endOfJournal(folder, 'a')]).toEqual([0, undefined]);
    writeFileSync(journalFile(folder, 'a', 0), `${line('1')}\n`);
    const { position } = reader.read();
    expect(reader.behind()).toBe(position.offset);
    reader.advance(position, false);
    expect(reader.behind()).toBe(0);
    appendFileSync(journalFile(folder, 'a', 2), 'half');
    expect(reader.behind()).toBeGreaterThan(16 * 1024 * 1024);
    expect(endOfJournal(folder, 'a')).toEqual({ file: 2, offset: 4 });
    reader.close();
  });

  it('continues under another name', () => {
    for (const file of [3, 4]) writeFileSync(journalFile(folder, 'a', file), `${line(String(file))}\n`);
    renameJournal(folder, 'a', 'a.dead');
    renameJournal(folder, 'a', 'a.dead');
    expect(readdirSync(folder)).toEqual(['a.dead.3.journal', 'a.dead.4.journal']);
    const reader = createJournalReader(folder, 'a.dead', START);
    expect(reader.read()).toMatchObject({ entries: [{ id: '3' }], position: { file: 3 } });
    reader.close();
  });

  it.each([
    [0, 1, 0, 0, true],
    [0, 0, 0, 0, false],
    [1, 0, 0, 9, true],
    [0, 9, 1, 0, false],
  ])('orders %i:%i and %i:%i: %s', (file, offset, otherFile, otherOffset, is) => {
    expect(isAfter({ file, offset }, { file: otherFile, offset: otherOffset })).toBe(is);
  });
});
