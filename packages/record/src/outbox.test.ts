import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BeginEntry, Entry } from './entry.ts';
import { createLineReader } from './journal/from-line.ts';
import { journalFile } from './journal/journal.ts';
import { createOutbox, type OutboxOptions } from './outbox.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'toolmark-outbox-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const begin = (seq: number): BeginEntry => ({
  kind: 'begin',
  seq,
  id: 'i',
  session: 's',
  version: null,
  server: null,
  tool: 't',
  class: null,
  at: 1,
  era: null,
  mode: 'direct',
  client: null,
  principal: 'local',
  arguments: null,
  legs: [],
  summary: 'x'.repeat(80),
});
const told: Entry = { kind: 'event', type: 'tools.changed', data: {}, at: 1 };

function setUp(options: Partial<OutboxOptions> = {}) {
  const logged: string[] = [];
  const log = (_: unknown, message: string): void => void logged.push(message);
  const folder = join(base, 'record');
  let now = 1_000;
  let dropped = 0;
  const outbox = createOutbox({
    folder,
    instance: 'a',
    file: join(folder, 'record.db'),
    onDropped: () => {
      dropped += 1;
    },
    now: () => now,
    log: { warn: log, error: log },
    ...options,
  });
  const lines = (): readonly Entry[] =>
    readFileSync(journalFile(folder, 'a', 0), 'utf8')
      .trim()
      .split('\n')
      .flatMap(createLineReader());
  return {
    outbox,
    folder,
    logged,
    lines,
    dropped: () => dropped,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('the outbox', () => {
  it('hands over entries in order at a flush, not before', () => {
    const { outbox, folder, lines } = setUp();
    outbox.add(told);
    outbox.add(begin(1));
    expect(existsSync(folder)).toBe(false);
    expect(outbox.flush()).toEqual({ ok: true, value: undefined });
    expect(lines()).toEqual([told, begin(1)]);
    expect(outbox.flush().ok).toBe(true);
    expect(lines()).toHaveLength(2);
    outbox.close();
  });

  it('keeps what the disk refuses, logs the fix, and retries later', () => {
    // A file in place of the folder, which fails for root too.
    writeFileSync(join(base, 'record'), '');
    const { outbox, folder, lines, logged, pass } = setUp();
    outbox.add(begin(1));
    expect(outbox.flush()).toEqual({ ok: false, error: expect.stringContaining(folder) });
    expect(outbox.problem()).toEqual({ sentence: expect.stringContaining(folder), since: 1_000 });
    pass(2_000);
    outbox.add(begin(2));
    expect(outbox.flush().ok).toBe(false);
    expect(outbox.problem()?.since).toBe(1_000);
    rmSync(folder);
    pass(2_000);
    expect(outbox.flush().ok).toBe(true);
    expect(lines()).toEqual([begin(1), begin(2)]);
    expect([outbox.problem(), outbox.lost()]).toEqual([undefined, 0]);
    expect(logged).toEqual([
      'calls cannot be recorded; those that may change something are refused until recording works again',
      'calls are recorded again',
    ]);
    outbox.close();
  });

  it('retries a failing disk once a second, whatever the load', () => {
    writeFileSync(join(base, 'record'), '');
    const { outbox, folder, pass } = setUp();
    outbox.add(begin(1));
    expect(outbox.flush().ok).toBe(false);
    rmSync(folder);
    expect(outbox.flush().ok).toBe(false);
    pass(999);
    expect(outbox.flush().ok).toBe(false);
    pass(1);
    expect(outbox.flush().ok).toBe(true);
    outbox.close();
  });

  it('recovers even when nothing is pending', () => {
    writeFileSync(join(base, 'record'), '');
    const { outbox, folder, dropped, pass } = setUp({ maxWaiting: 10 });
    outbox.add(begin(1));
    expect(outbox.flush().ok).toBe(false);
    expect(dropped()).toBe(1);
    rmSync(folder);
    pass(1_000);
    expect(outbox.flush().ok).toBe(true);
    expect(outbox.problem()).toBeUndefined();
    outbox.close();
  });

  it('drops entries beyond its limit, counts the calls, and asks for a full resend', () => {
    writeFileSync(join(base, 'record'), '');
    const { outbox, folder, lines, dropped, pass } = setUp({ maxWaiting: 200 });
    outbox.add(told);
    for (let seq = 1; seq <= 3; seq++) outbox.add(begin(seq));
    expect(outbox.flush().ok).toBe(false);
    expect([outbox.lost(), dropped()]).toEqual([3, 1]);
    rmSync(folder);
    pass(1_000);
    outbox.add(begin(4));
    expect(outbox.flush().ok).toBe(true);
    expect(lines()).toEqual([begin(4)]);
    outbox.close();
  });

  it('refuses entries while the journal is too far ahead of the store, and reports it', () => {
    const { outbox, lines, dropped } = setUp({ maxBehind: 10 });
    outbox.add(begin(1));
    expect(outbox.flush().ok).toBe(true);
    outbox.add(begin(2));
    expect(outbox.flush().ok).toBe(false);
    expect(outbox.problem()?.sentence).toContain('too far behind');
    expect(lines()).toHaveLength(1);
    expect([outbox.lost(), dropped()]).toEqual([1, 1]);
    outbox.close();
  });

  it('accepts entries again once the store has caught up', () => {
    const { outbox, pass } = setUp({ maxBehind: 10 });
    outbox.add(begin(1));
    outbox.flush();
    outbox.add(begin(2));
    expect(outbox.flush().ok).toBe(false);
    outbox.stored({ file: 0, offset: 10_000 });
    pass(1_000);
    outbox.add(begin(3));
    expect(outbox.flush().ok).toBe(true);
    outbox.close();
  });

  it('accepts nothing after close', () => {
    const { outbox, lines } = setUp();
    outbox.add(begin(1));
    outbox.flush();
    outbox.close();
    outbox.add(begin(2));
    expect(outbox.flush().ok).toBe(false);
    expect(lines()).toHaveLength(1);
  });
});
