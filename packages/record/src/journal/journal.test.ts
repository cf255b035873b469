import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from '../entry.ts';
import { createJournal, journalFile } from './journal.ts';
import { createJournalReader, type JournalReader, journalsIn, removeJournal } from './journal-reader.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (id: string): Entry => ({ kind: 'session-end', id, at: 1, reason: 'left' });
const line = (id: string): string => `${JSON.stringify(entry(id))}\n`;
const idsOf = (entries: readonly Entry[]): readonly string[] => entries.map((each) => ('id' in each ? each.id : ''));

function readAll(reader: JournalReader): readonly string[] {
  const ids: string[] = [];
  for (;;) {
    const { entries, position } = reader.read();
    if (entries.length === 0) return ids;
    ids.push(...idsOf(entries));
    reader.advance(position, true);
  }
}

const from = (file = 0, offset = 0) => createJournalReader(folder, 'a', { file, offset }, 200);

describe('the journal', () => {
  it('returns all entries in order for any file and read sizes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { minLength: 1, maxLength: 4 }), {
          maxLength: 20,
        }),
        (batches) => {
          const journal = createJournal(folder, 'a', { maxFileBytes: 500 });
          const reader = from();
          const got: string[] = [];
          for (const batch of batches) {
            journal.append(batch.map(line).join(''));
            got.push(...readAll(reader));
          }
          expect(got).toEqual(batches.flat());
          reader.close();
          journal.close();
          removeJournal(folder, 'a');
        },
      ),
      { numRuns: 50 },
    );
  });

  it('can be read from a position, and removes earlier files', () => {
    const journal = createJournal(folder, 'a', { maxFileBytes: 20 });
    for (const id of ['1', '2', '3']) journal.append(line(id));
    const first = from();
    const { entries, position } = first.read();
    expect(idsOf(entries)).toEqual(['1']);
    first.close();
    const second = from(position.file, position.offset);
    expect(readAll(second)).toEqual(['2', '3']);
    second.close();
    expect(readdirSync(folder)).toEqual(['a.2.journal']);
    journal.close();
  });

  it('starts at the first existing file if earlier ones are gone', () => {
    writeFileSync(journalFile(folder, 'a', 3), line('1'));
    writeFileSync(journalFile(folder, 'a', 10), line('2'));
    const reader = from();
    expect(readAll(reader)).toEqual(['1', '2']);
    reader.close();
  });

  it('returns the same entries until its reader advances', () => {
    const journal = createJournal(folder, 'a');
    journal.append(line('1'));
    const reader = from();
    expect(idsOf(reader.read().entries)).toEqual(['1']);
    expect(idsOf(reader.read().entries)).toEqual(['1']);
    reader.close();
    journal.close();
  });

  it('waits for the rest of an incomplete line', () => {
    const path = journalFile(folder, 'a', 0);
    writeFileSync(path, line('1') + line('2').slice(0, 10));
    const reader = from();
    expect(readAll(reader)).toEqual(['1']);
    appendFileSync(path, line('2').slice(10));
    expect(readAll(reader)).toEqual(['2']);
    reader.close();
  });

  it('skips and counts lines torn by a full disk', () => {
    writeFileSync(journalFile(folder, 'a', 0), `${line('1')}{"kind":"se\n7\n${line('2')}`);
    const reader = from();
    const { entries, unreadable } = reader.read();
    expect({ ids: idsOf(entries), unreadable }).toEqual({ ids: ['1', '2'], unreadable: 2 });
    reader.close();
  });

  it('is readable only by its owner', () => {
    createJournal(folder, 'a').close();
    expect(statSync(journalFile(folder, 'a', 0)).mode & 0o777).toBe(0o600);
  });

  it('can be found and removed by instance', () => {
    for (const instance of ['4711-a', '4711-ab', 'x.y']) createJournal(folder, instance).close();
    expect(journalsIn(folder).toSorted()).toEqual(['4711-a', '4711-ab', 'x.y']);
    removeJournal(folder, '4711-a');
    expect(journalsIn(folder).toSorted()).toEqual(['4711-ab', 'x.y']);
    expect(journalsIn(join(folder, 'nowhere'))).toEqual([]);
  });

  it('is on disk after a sync, with concurrent and repeated requests', async () => {
    const journal = createJournal(folder, 'a', { maxFileBytes: 100 });
    await journal.sync();
    for (let n = 0; n < 5; n++) {
      journal.append(line(String(n)));
      await Promise.all([journal.sync(), journal.sync(), journal.sync()]);
    }
    expect(journal.position().file).toBeGreaterThan(0);
    journal.close();
  });

  it('is safe only after the disk confirms; later lines wait for the next sync', async () => {
    const disk: PromiseWithResolvers<void>[] = [];
    const journal = createJournal(folder, 'a', {
      syncData: () => {
        const sync = Promise.withResolvers<void>();
        disk.push(sync);
        return sync.promise;
      },
    });
    const safe: string[] = [];
    const append = (id: string): void => {
      journal.append(line(id));
      void journal.sync().then(() => safe.push(id));
    };
    append('1');
    await expect.poll(() => disk.length).toBe(1);
    append('2');
    append('3');
    expect([safe, disk.length]).toEqual([[], 1]);
    disk[0]?.resolve();
    await expect.poll(() => disk.length).toBe(2);
    expect(safe).toEqual(['1']);
    disk[1]?.resolve();
    await expect.poll(() => safe).toEqual(['1', '2', '3']);
    await journal.sync();
    expect(disk).toHaveLength(2);
    journal.close();
  });

  it('is not safe if it was deleted, and a new one is created', async () => {
    const journal = createJournal(folder, 'a');
    journal.append(line('1'));
    removeJournal(folder, 'a');
    await expect(journal.sync()).rejects.toThrow('removed');
    journal.append(line('2'));
    await journal.sync();
    const reader = from();
    expect(readAll(reader)).toEqual(['2']);
    reader.close();
    journal.close();
  });

  it('accepts no lines on a full disk', () => {
    symlinkSync('/dev/full', journalFile(folder, 'a', 0));
    const journal = createJournal(folder, 'a');
    expect(() => journal.append(line('1'))).toThrow('ENOSPC');
    expect(journal.position()).toEqual({ file: 0, offset: 0 });
    journal.close();
  });

  it('accepts nothing once closed', () => {
    const journal = createJournal(folder, 'a');
    journal.close();
    journal.close();
    expect(() => journal.append(line('1'))).toThrow('closed');
  });

  it.runIf(process.platform === 'linux')('completes a partially written line, and accepts it once', () => {
    // A file size limit cuts the write short like a full disk; the script lifts it by starting the next file.
    const script = `
      import { createJournal } from ${JSON.stringify(new URL('./journal.ts', import.meta.url).href)};
      const journal = createJournal(${JSON.stringify(folder)}, 'a', { maxFileBytes: 1_024 });
      process.on('SIGXFSZ', () => {});
      const lines = ['1', '2', '3'].map((id) => JSON.stringify({ kind: 'session-end', id, at: 1, reason: 'x'.repeat(500) }) + '\\n');
      const told = lines.map((text) => { try { journal.append(text); return 'taken'; } catch { return 'refused'; } });
      process.stdout.write(JSON.stringify({ told, position: journal.position() }));
    `;
    const file = join(folder, 'script.mts');
    writeFileSync(file, script);
    // Node's cache of compiled code would exceed the limit too.
    const run = execFileSync('bash', [
      '-c',
      `ulimit -f 1; NODE_DISABLE_COMPILE_CACHE=1 exec ${process.execPath} --conditions=@toolmark/source ${file}`,
    ]);
    // The second line is started and therefore accepted; the third waits until the second is complete.
    expect(JSON.parse(run.toString())).toEqual({
      told: ['taken', 'taken', 'refused'],
      position: { file: 0, offset: 1_024 },
    });
  });
});
