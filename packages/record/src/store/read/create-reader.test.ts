import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../sqlite/sqlite-engine.ts';
import { createStoreReader } from './create-reader.ts';

// The store contract tests its answers.
it('reads a file while another connection writes, and cannot change it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-reader-'));
  const file = join(folder, 'record.db');
  const writing = await openSqlite({ file });
  const reading = await openSqlite({ file, readOnly: true });
  try {
    const reader = createStoreReader(reading);
    expect(await reader.calls({ q: 'anything', classes: ['read'] }, { limit: 1, offset: 0 })).toMatchObject({
      total: 0,
    });
    const tell = (text: string) =>
      writing.db
        .insertInto('events')
        .values({ at: 0, events: JSON.stringify([text]) })
        .execute();
    await tell('one');
    const last = await reader.lastEvent();
    await tell('two');
    expect(await reader.eventsAfter(last, 10)).toEqual([{ batch: last + 1, events: ['two'] }]);
    await expect(reading.db.deleteFrom('events').execute()).rejects.toThrow('readonly');
  } finally {
    await reading.close();
    await writing.close();
    await rm(folder, { recursive: true });
  }
});
