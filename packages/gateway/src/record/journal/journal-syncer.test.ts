import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournal } from './journal.ts';
import { createJournalSyncer } from './journal-syncer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-syncer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('bringing a journal to disk', () => {
  it('says up to where it is, and nothing where nothing was added', () => {
    const syncer = createJournalSyncer(folder, 'a');
    expect(syncer.sync()).toBeUndefined();
    const journal = createJournal(folder, 'a');
    expect(syncer.sync()).toBeUndefined();
    journal.append('{"kind":"x"}\n');
    expect(syncer.sync()).toEqual(journal.position());
    expect(syncer.sync()).toBeUndefined();
    journal.append('{"kind":"y"}\n');
    expect(syncer.sync()).toEqual(journal.position());
    syncer.close();
    journal.close();
  });

  it('goes on in the next file, however many there are by then', () => {
    const journal = createJournal(folder, 'a', 5);
    const syncer = createJournalSyncer(folder, 'a');
    for (const line of ['1', '2', '3']) journal.append(`${line.repeat(8)}\n`);
    expect(journal.position().file).toBe(2);
    expect(syncer.sync()).toEqual({ file: 2, offset: 9 });
    journal.append('4\n');
    expect(syncer.sync()).toEqual({ file: 3, offset: 2 });
    syncer.close();
    journal.close();
  });
});
