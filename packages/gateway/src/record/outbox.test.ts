import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalPosition } from '../store/store.ts';
import type { EndEntry, Entry } from './entry.ts';
import { journalFile } from './journal/journal.ts';
import { createOutbox, type OutboxOptions } from './outbox.ts';
import type { WriterState } from './writer/writer-client.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'toolmark-outbox-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const end = (seq: number): EndEntry => ({
  kind: 'end',
  seq,
  status: 'ok',
  at: 1,
  durationMs: 1,
  attempts: 1,
  cached: false,
  decision: null,
  approval: null,
  error: null,
  result: null,
  legs: [],
});
const told: Entry = { kind: 'event', type: 'tools.changed', data: {}, at: 1 };
const working: WriterState = { kind: 'working', problem: undefined, since: 0 };

function setUp(options: Partial<OutboxOptions> = {}) {
  const logged: string[] = [];
  const log = (_: unknown, message: string): void => void logged.push(message);
  const folder = join(base, 'record');
  let now = 1_000;
  const outbox = createOutbox({
    folder,
    instance: 'a',
    file: join(folder, 'record.db'),
    written: () => ({ file: 0, offset: 0 }),
    now: () => now++,
    log: { warn: log, error: log },
    ...options,
  });
  const lines = (): readonly string[] =>
    readFileSync(journalFile(folder, 'a', 0), 'utf8')
      .trim()
      .split('\n');
  return { outbox, folder, logged, lines };
}

describe('the outbox', () => {
  it('hands over what was added, in order, with the flush and not before', () => {
    const { outbox, lines } = setUp();
    outbox.add(told);
    outbox.add(end(1));
    expect(outbox.position()).toEqual({ file: 0, offset: 0 });
    expect(outbox.flush()).toEqual({ ok: true, value: undefined });
    expect(lines()).toEqual([told, end(1)].map((each) => JSON.stringify(each)));
    expect(outbox.flush().ok).toBe(true);
    expect(lines()).toHaveLength(2);
    outbox.close();
  });

  it('keeps what the disk does not take, says what to do, and hands it over later', () => {
    // A file where the folder should be: so it fails for every user.
    writeFileSync(join(base, 'record'), '');
    const { outbox, folder, lines, logged } = setUp();
    outbox.add(end(1));
    const refused = outbox.flush();
    expect(refused).toEqual({ ok: false, error: expect.stringContaining(folder) });
    expect(outbox.status(working)).toMatchObject({ state: 'failing', lost_calls: 0 });
    outbox.add(end(2));
    expect(outbox.flush().ok).toBe(false);
    rmSync(folder);
    expect(outbox.flush().ok).toBe(true);
    expect(lines()).toEqual([end(1), end(2)].map((each) => JSON.stringify(each)));
    expect(outbox.status(working)).toMatchObject({ state: 'ok', problem: null, lost_calls: 0 });
    expect(logged).toEqual(['calls cannot be recorded', 'calls are recorded again']);
    outbox.close();
  });

  it('gives up what there is no room for, and counts the calls', () => {
    writeFileSync(join(base, 'record'), '');
    const { outbox, folder } = setUp({ maxWaiting: 200 });
    outbox.add(told);
    for (let seq = 1; seq <= 3; seq++) outbox.add(end(seq));
    expect(outbox.flush().ok).toBe(false);
    expect(outbox.status(working).lost_calls).toBe(3);
    rmSync(folder);
    expect(outbox.flush().ok).toBe(true);
    outbox.close();
  });

  it('takes no more when the journal is too far ahead of the store', () => {
    const { outbox, lines } = setUp({ maxBehind: 10 });
    outbox.add(end(1));
    expect(outbox.flush().ok).toBe(true);
    outbox.add(end(2));
    expect(outbox.flush().ok).toBe(false);
    expect(lines()).toHaveLength(1);
    expect(outbox.status(working).lost_calls).toBe(1);
    outbox.close();
  });

  it('takes more again once the store has caught up', () => {
    let written: JournalPosition = { file: 0, offset: 0 };
    const { outbox } = setUp({ maxBehind: 10, written: () => written });
    outbox.add(end(1));
    outbox.flush();
    written = outbox.position();
    outbox.add(end(2));
    expect(outbox.flush().ok).toBe(true);
    outbox.close();
  });

  it('tells what the store says, and its own trouble before it', () => {
    const { outbox, folder } = setUp();
    const failing: WriterState = { kind: 'failing', problem: 'The disk is full.', since: 5 };
    expect(outbox.status(failing)).toEqual({
      state: 'failing',
      problem: 'The disk is full.',
      since: new Date(5).toISOString(),
      place: join(folder, 'record.db'),
      size_bytes: 0,
      lost_calls: 0,
    });
  });
});
