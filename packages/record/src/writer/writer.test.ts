import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock, settle } from '../../../base/src/fixtures/fake-clock.ts';
import type { CounterClient } from '../counter/counter-client.ts';
import type { Entry } from '../entry.ts';
import { createJournal } from '../journal/journal.ts';
import { journalsIn } from '../journal/journal-reader.ts';
import { seqAt } from '../sequence.ts';
import { sqliteErrors } from '../store/sqlite/sqlite-errors.ts';
import type { Digest, Instance, JournalPosition, Store, Undigested } from '../store/store.ts';
import type { WriterOrder, WriterReport } from './messages.ts';
import { createWriter } from './writer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const INSTANCE = '1-0a1b2c3d-a';
const START_MS = 1_000_000;
const LIMITS = { sessions: 1, days: 1, bytes: 1, events: 1 };
const sqlite = (errcode: number): Error => Object.assign(new Error(`code ${errcode}`), { errcode });
const FULL = sqlite(13);
const left = (id: string): Entry => ({ kind: 'session-end', id, at: 1, reason: 'left' });
// Only an end's kind and key matter here.
const end = (n: number): Entry => ({ kind: 'end', seq: seqAt(START_MS) + n }) as Entry;
const nameOf = (entry: Entry): string =>
  'id' in entry ? entry.id : `end ${entry.kind === 'end' ? entry.seq - seqAt(START_MS) : ''}`;

/** A scripted in-memory store with a real journal. */
function setUp() {
  const fake = createFakeClock(START_MS);
  // Storing takes time, but the storing thread does not sleep.
  let spent = 0;
  const clock = { ...fake, now: () => fake.now() + spent };
  const journal = createJournal(folder, INSTANCE);
  const log: string[] = [];
  const reports: WriterReport[] = [];
  const faults = new Map<keyof Store, Error>();
  const poison = new Map<string, Error>();
  let rows = new Map<string, Instance>();
  let undigested: Undigested[] = [];
  let opens = 0;
  let retainsLeft = 0;
  let slowly = (): void => {};
  const op = <T>(name: keyof Store, run: () => T, note: string = name): Promise<T> => {
    const error = faults.get(name);
    if (error !== undefined) return Promise.reject(error);
    log.push(note);
    return Promise.resolve(run());
  };
  // Unused methods are missing.
  const store = {
    instances: async () => [...rows.values()],
    register: async ({ id, pid, host, at }: Instance) => {
      const known = rows.get(id);
      const row = known ?? { id, pid, host, at, slot: 2, seenAt: at, journal: { file: 0, offset: 0 } };
      rows.set(id, row);
      return row;
    },
    beat: () => op('beat', () => {}),
    verify: () => op('verify', () => {}),
    apply: (entries: readonly Entry[], { instance, until }: { instance: string; until: JournalPosition }) => {
      const bad = entries.map((entry) => poison.get(nameOf(entry))).find((error) => error !== undefined);
      if (bad !== undefined) return Promise.reject(bad);
      slowly();
      spent += 5;
      return op(
        'apply',
        () => {
          const row = rows.get(instance);
          if (row !== undefined) rows.set(instance, { ...row, journal: until });
          for (const entry of entries)
            if (entry.kind === 'end') undigested.push({ seq: entry.seq, arguments: null, result: null });
          return { batch: 1, events: entries.map(nameOf) };
        },
        `apply ${entries.map(nameOf).join(', ')}`,
      );
    },
    undigested: (limit: number) => op('undigested', () => undigested.slice(0, limit)),
    digest: (digests: readonly Digest[]) =>
      op('digest', () => {
        const counted = new Set(digests.map(({ seq }) => seq));
        undigested = undigested.filter(({ seq }) => !counted.has(seq));
      }),
    retain: () =>
      op('retain', () => {
        retainsLeft -= 1;
        return { sessions: 0, calls: 0, hasMore: retainsLeft > 0 };
      }),
    maintain: () => op('maintain', () => {}),
    removeInstance: (id: string) => op('removeInstance', () => void rows.delete(id), `removeInstance ${id}`),
    close: async () => {},
  } as unknown as Store;
  const counter: CounterClient = {
    countCalls: async (calls) => calls.map(({ seq }) => ({ seq, inputTokens: 1, outputTokens: 1, words: '' })),
    countPage: async (json) => {
      if (json.length === 0) throw new Error('nothing to count');
      return json.length;
    },
    close: async () => {},
  };
  const writer = createWriter({
    start: { folder, file: '/d/record.db', instance: INSTANCE, pid: 1, host: 'h', retention: LIMITS },
    open: async () => {
      opens += 1;
      const error = faults.get('register');
      if (error !== undefined) throw error;
      return store;
    },
    errors: sqliteErrors,
    counter,
    report: (report) => reports.push(report),
    clock,
  });
  onTestFinished(() => journal.close());
  const append = (...entries: readonly Entry[]): void =>
    journal.append(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const send = async (order: WriterOrder): Promise<void> => {
    writer.handle(order);
    await settle();
    await settle();
  };
  const kinds = (): readonly string[] => reports.map(({ kind }) => kind).filter((kind) => kind !== 'stored');
  const applied = (): readonly string[] =>
    log.flatMap((line) => (line.startsWith('apply ') ? line.slice(6).split(', ') : []));
  return {
    clock,
    journal,
    log,
    reports,
    faults,
    poison,
    append,
    send,
    kinds,
    applied,
    writer,
    wake: () => send({ kind: 'wake' }),
    forget: () => {
      rows = new Map();
    },
    slow: (work: () => void) => {
      slowly = work;
    },
    retain: (times: number) => {
      retainsLeft = times;
    },
    opens: () => opens,
    position: () => rows.get(INSTANCE)?.journal,
  };
}

describe('the writer', () => {
  it('stores the journal in order and once, and reports its position', async () => {
    const { journal, reports, append, wake, kinds, applied } = setUp();
    append(left('1'), left('2'));
    await wake();
    append(left('3'));
    await wake();
    expect(applied()).toEqual(['1', '2', '3']);
    expect(kinds()).toEqual(['opened', 'working']);
    expect(reports.at(-1)).toEqual({ kind: 'stored', position: journal.position() });
  });

  it('stores at most one batch of many calls in a second, and the rest at once on request', async () => {
    const { clock, log, reports, append, send, wake, applied } = setUp();
    await wake();
    let written = 0;
    const writeFor = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 50) {
        append(...Array.from({ length: 101 }, () => left(String(written++))));
        await wake();
        await clock.advance(50);
      }
    };
    await writeFor(2_500);
    // At the beginning, and after each second.
    expect(log.filter((line) => line.startsWith('apply '))).toHaveLength(3);
    append(left('more'));
    await wake();
    expect(applied()).not.toContain('more');
    await send({ kind: 'settle', id: 1 });
    await expect.poll(() => reports).toContainEqual({ kind: 'settled', id: 1 });
    expect(applied()).toHaveLength(written + 1);
  });

  it('stores without a pause while it is far behind', async () => {
    const { append, wake, applied } = setUp();
    const long = 'x'.repeat(20_000);
    append(...Array.from({ length: 1_300 }, (_none, index) => left(`${index} ${long}`)));
    await wake();
    await expect.poll(() => applied().length).toBeGreaterThan(300);
  });

  it('sends events only with listeners', async () => {
    const { reports, append, send, wake } = setUp();
    await send({ kind: 'listen', isOn: true });
    append(left('1'));
    await wake();
    await send({ kind: 'listen', isOn: false });
    append(left('2'));
    await wake();
    expect(reports.filter(({ kind }) => kind === 'events')).toEqual([
      { kind: 'events', batch: { batch: 1, events: ['1'] } },
    ]);
  });

  it('counts lists, or reports that it cannot', async () => {
    const { reports, send } = setUp();
    await send({ kind: 'count', id: 1, json: Buffer.from('four') });
    await send({ kind: 'count', id: 2, json: Buffer.from('') });
    expect(reports).toContainEqual({ kind: 'counted', id: 1, tokens: 4 });
    expect(reports).toContainEqual({ kind: 'counted', id: 2, tokens: undefined });
  });
});

describe('a store that fails', () => {
  it.each<[string, keyof Store, Error]>([
    ['cannot be opened', 'register', sqlite(26)],
    ['cannot be written to', 'apply', FULL],
    ['has missing tables', 'apply', sqlite(1)],
  ])('loses nothing when it %s, and recovers', async (_, part, error) => {
    const { clock, faults, append, wake, kinds, applied } = setUp();
    append(left('1'));
    faults.set(part, error);
    await wake();
    for (let turn = 0; turn < 3; turn++) await clock.advance(1_000);
    append(left('2'));
    await clock.advance(1_000);
    expect(kinds().at(-1)).toBe('failing');
    faults.clear();
    await clock.advance(1_000);
    await clock.advance(1_000);
    expect(kinds().at(-1)).toBe('working');
    expect(applied()).toEqual(['1', '2']);
  });

  it('is not reported as working before something was stored', async () => {
    const { clock, faults, append, wake, kinds, opens } = setUp();
    await wake();
    faults.set('apply', FULL);
    append(left('1'));
    await wake();
    for (let turn = 0; turn < 3; turn++) await clock.advance(1_000);
    expect(opens()).toBe(4);
    expect(kinds().filter((kind) => kind !== 'opened')).toEqual([
      'working',
      'failing',
      'failing',
      'failing',
      'failing',
    ]);
  });

  it('receives the whole journal again if it was replaced', async () => {
    const { clock, faults, forget, append, wake, applied, reports } = setUp();
    append(left('1'));
    await wake();
    faults.set('verify', Object.assign(new Error('It was replaced.'), { code: 'ERR_RECORD_MOVED' }));
    await clock.advance(15_000);
    faults.clear();
    forget();
    await clock.advance(1_000);
    expect(applied()).toEqual(['1', '1']);
    expect(reports).toContainEqual({ kind: 'failing', problem: 'It was replaced. A new one is created.' });
    expect(reports.filter(({ kind }) => kind === 'opened')).toMatchObject([{ isNew: true }, { isNew: true }]);
  });

  it('does not block those who wait for everything', async () => {
    const { faults, append, send, reports } = setUp();
    faults.set('apply', FULL);
    append(left('1'));
    await send({ kind: 'settle', id: 7 });
    expect(reports).toContainEqual({ kind: 'settled', id: 7 });
  });
});

describe('an entry that cannot be stored', () => {
  it('is kept aside, and the entries around it are stored', async () => {
    const { poison, append, wake, applied, reports, kinds } = setUp();
    poison.set('bad', sqlite(19));
    append(left('1'), left('bad'), left('2'));
    await wake();
    expect(applied().filter((name) => name !== '')).toEqual(['1', '2']);
    expect(reports).toContainEqual({ kind: 'skipped', count: 1, reason: 'code 19' });
    expect(kinds()).not.toContain('failing');
    const path = join(folder, `${INSTANCE}.rejected`);
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(left('bad'))}\n`);
  });

  it('is not skipped while it is the only one: the store may be at fault', async () => {
    const { clock, poison, append, wake, applied, kinds } = setUp();
    poison.set('bad', sqlite(19));
    append(left('bad'));
    await wake();
    expect(kinds().at(-2)).toBe('failing');
    expect(existsSync(join(folder, `${INSTANCE}.rejected`))).toBe(false);
    append(left('1'));
    await clock.advance(1_000);
    expect([applied().filter((name) => name !== ''), kinds().at(-1)]).toEqual([['1'], 'working']);
  });
});

describe('other work', () => {
  it.each<keyof Store>(['undigested', 'digest', 'retain', 'maintain'])(
    'is reported once when it fails, and storing continues: %s',
    async (part) => {
      const { clock, faults, append, wake, applied, reports, kinds } = setUp();
      faults.set(part, new Error('odd'));
      append(end(1));
      for (let turn = 0; turn < 5; turn++) {
        append(left(String(turn)));
        await wake();
        await clock.advance(60_000);
      }
      expect(applied()).toEqual(['end 1', '0', '1', '2', '3', '4']);
      expect(kinds()).not.toContain('failing');
      expect(reports.filter(({ kind }) => kind === 'note')).toEqual([{ kind: 'note', message: 'odd' }]);
    },
  );

  it('counts as a failure if the disk is at fault', async () => {
    const { faults, append, wake, kinds } = setUp();
    faults.set('undigested', FULL);
    append(end(1));
    await wake();
    expect(kinds().at(-1)).toBe('failing');
  });

  it('gets its share under constant load', async () => {
    const { clock, log, append, wake, slow, retain } = setUp();
    retain(3);
    let n = 0;
    // While a batch is stored, another 600 entries arrive, so that storing must be throttled.
    slow(() => append(...Array.from({ length: 600 }, () => end(n++))));
    append(end(n++));
    await wake();
    for (let turn = 0; turn < 80; turn++) await clock.advance(1_000);
    const counts = Object.fromEntries(
      ['beat', 'digest', 'retain', 'maintain'].map((name) => [name, log.filter((line) => line === name).length]),
    );
    expect(log.filter((line) => line.startsWith('apply ')).length).toBeGreaterThan(30);
    expect(counts['beat']).toBeGreaterThanOrEqual(5);
    expect(counts['digest']).toBeGreaterThan(20);
    expect(counts['retain']).toBeGreaterThanOrEqual(4);
    expect(counts['maintain']).toBeGreaterThanOrEqual(1);
    slow(() => {});
  });

  it('applies new limits at once', async () => {
    const { log, wake, send } = setUp();
    await wake();
    const before = log.filter((line) => line === 'retain').length;
    await send({ kind: 'retention', limits: { ...LIMITS, days: 9 } });
    expect(log.filter((line) => line === 'retain').length).toBe(before + 1);
  });
});

describe('waiting until everything is stored and counted', () => {
  it('ends when that is done, not before', async () => {
    const { log, append, send, reports } = setUp();
    append(end(1));
    await send({ kind: 'settle', id: 7 });
    await settle();
    expect(log.indexOf('digest')).toBeGreaterThan(log.indexOf('apply end 1'));
    expect(reports.at(-1)).toEqual({ kind: 'settled', id: 7 });
  });

  it('ignores later entries', async () => {
    const { append, wake, send, slow, reports } = setUp();
    await wake();
    let n = 0;
    slow(() => append(...Array.from({ length: 600 }, () => end(n++))));
    append(end(n++));
    await send({ kind: 'settle', id: 7 });
    for (let turn = 0; turn < 10; turn++) await settle();
    expect(reports).toContainEqual({ kind: 'settled', id: 7 });
    slow(() => {});
  });
});

describe('closing', () => {
  it('stores and counts the rest, and leaves nothing behind', async () => {
    const { clock, log, append, send, kinds } = setUp();
    append(end(1));
    await send({ kind: 'close' });
    await clock.advance(2_000);
    expect(
      log.filter((line) => ['apply end 1', 'digest', 'verify', `removeInstance ${INSTANCE}`].includes(line)),
    ).toEqual(['apply end 1', 'digest', 'verify', `removeInstance ${INSTANCE}`]);
    expect(kinds().at(-1)).toBe('closed');
    expect(journalsIn(folder)).toEqual([]);
  });

  it('retries once, then leaves the journal to the next gateway', async () => {
    const { clock, faults, append, send, kinds, opens } = setUp();
    faults.set('apply', FULL);
    append(left('1'));
    await send({ kind: 'close' });
    await clock.advance(2_000);
    expect([kinds().at(-1), opens(), journalsIn(folder)]).toEqual(['closed', 2, [INSTANCE]]);
  });

  it('stores everything in a new file if the old one was moved', async () => {
    const { clock, faults, forget, append, wake, send, applied, kinds } = setUp();
    append(left('1'));
    await wake();
    faults.set('verify', Object.assign(new Error('gone'), { code: 'ERR_RECORD_MOVED' }));
    const closed = send({ kind: 'close' });
    await closed;
    faults.clear();
    forget();
    await clock.advance(2_000);
    expect([applied(), kinds().at(-1), journalsIn(folder)]).toEqual([['1', '1'], 'closed', []]);
  });
});
