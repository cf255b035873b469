import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint, hintsFingerprint } from '../fingerprint/fingerprint.ts';
import { compareLock } from './compare-lock.ts';
import { comparePin, describeHintChanges } from './compare-pin.ts';
import { EMPTY_LOCK, type Lock, type Pin, withoutPin, withPin, withServerPins } from './lock.ts';
import { parseLock } from './parse-lock.ts';
import { printLock } from './print-lock.ts';
import { repin } from './repin.ts';

const READER = 'readOnly=true destructive=absent idempotent=absent openWorld=false';
const WRITER = 'readOnly=false destructive=true idempotent=absent openWorld=false';
const at = '2026-11-16T05:00:00.000Z';
const pinOf = (hints: string, prose = 'a'): Pin => ({ hints, prose: prose.repeat(64), pinnedAt: at });
const lockOf = (text: string): Lock => {
  const lock = parseLock(text);
  if (!lock.ok) throw new Error(lock.error);
  return lock.value;
};

describe('printLock', () => {
  it('gives each tool a line, sorted, and ends with a line break', () => {
    let lock = withPin(EMPTY_LOCK, 'notes', 'read_note', pinOf(READER));
    lock = withPin(lock, 'files', 'list', pinOf(READER, 'c'));
    lock = withPin(lock, 'notes', 'delete_note', {
      ...pinOf(WRITER, 'b'),
      accepted: { at, author: 'ada', reason: null },
    });
    expect(printLock(lock)).toBe(`{
  "version": 1,
  "servers": {
    "files": {
      "list": { "hints": "${READER}", "prose": "${'c'.repeat(64)}", "pinnedAt": "${at}" }
    },
    "notes": {
      "delete_note": { "hints": "${WRITER}", "prose": "${'b'.repeat(64)}", "pinnedAt": "${at}", "accepted": { "at": "${at}", "author": "ada", "reason": null } },
      "read_note": { "hints": "${READER}", "prose": "${'a'.repeat(64)}", "pinnedAt": "${at}" }
    }
  }
}
`);
  });

  it('is JSON where there is nothing to print', () => {
    expect(JSON.parse(printLock(EMPTY_LOCK))).toEqual({ version: 1, servers: {} });
    expect(lockOf(printLock(withServerPins(EMPTY_LOCK, 'empty', new Map())))).toEqual({
      servers: new Map([['empty', new Map()]]),
    });
  });

  const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'hints', 'pinnedAt', '\u2028"'));
  const text = fc.option(fc.oneof(fc.string(), fc.constant('"hints": "x", "pinnedAt": "y"')));
  const value = fc.constantFrom('true', 'false', 'absent', 'invalid');
  const pin: fc.Arbitrary<Pin> = fc
    .record({
      hints: fc
        .tuple(value, value, value, value)
        .map(([a, b, c, d]) => `readOnly=${a} destructive=${b} idempotent=${c} openWorld=${d}`),
      prose: fc.stringMatching(/^[0-9a-f]{64}$/),
      accepted: fc.option(fc.record({ at: fc.constant(at), author: text, reason: text })),
    })
    .map(({ accepted, ...rest }) => ({ ...rest, pinnedAt: at, ...(accepted === null ? {} : { accepted }) }));
  const locks: fc.Arbitrary<Lock> = fc
    .array(fc.tuple(name, fc.array(fc.tuple(name, pin), { maxLength: 4 })), { maxLength: 4 })
    .map((servers) => ({ servers: new Map(servers.map(([server, pins]) => [server, new Map(pins)])) }));

  it('is read back as what it was, whatever servers and tools are called', () => {
    fc.assert(
      fc.property(locks, (lock) => {
        expect(lockOf(printLock(lock))).toEqual(lock);
      }),
    );
  });

  it('does not depend on the order in which pins were made', () => {
    fc.assert(
      fc.property(locks, (lock) => {
        const turned = new Map(
          [...lock.servers].reverse().map(([server, pins]) => [server, new Map([...pins].reverse())]),
        );
        expect(printLock({ servers: turned })).toBe(printLock(lock));
      }),
    );
  });

  it('changes one line where one tool changes', () => {
    const before = withPin(withPin(EMPTY_LOCK, 'a', 'x', pinOf(READER)), 'a', 'y', pinOf(READER));
    const lines = printLock(withPin(before, 'a', 'x', pinOf(WRITER))).split('\n');
    expect(
      printLock(before)
        .split('\n')
        .filter((line, index) => line !== lines[index]),
    ).toHaveLength(1);
  });
});

describe('parseLock', () => {
  const good = printLock(withPin(EMPTY_LOCK, 'notes', 'read_note', pinOf(READER)));
  const line = good.split('\n')[4] ?? '';

  it.each<[string, string, string]>([
    ['no JSON', '{', 'it is not JSON'],
    ['nothing', '', 'restore the version that was reviewed, or delete the file to pin every tool as it is now'],
    ['no object', '[]', 'it is no JSON object'],
    ['no version', '{"servers":{}}', 'its version is undefined and not 1'],
    [
      'a newer version',
      '{"version":2,"servers":{}}',
      'it has version 2 and this Toolmark knows 1; install a newer one',
    ],
    ['a broken version', '{"version":"1","servers":{}}', 'its version is "1" and not 1'],
    ['no servers', '{"version":1}', 'servers is undefined and not an object'],
    [
      'a foreign field',
      good.replace('"servers"', '"tools": {}, "servers"'),
      'it has a field "tools", which no lock has',
    ],
    ['a server that is none', '{"version":1,"servers":{"a":[]}}', 'servers["a"] is [] and not an object'],
    ['a pin that is none', '{"version":1,"servers":{"a":{"b":1}}}', 'servers["a"]["b"] is 1 and not an object'],
    [
      'hints that are none',
      good.replace('readOnly=true', 'readOnly=yes'),
      'servers["notes"]["read_note"].hints is "readOnly=yes',
    ],
    ['a digest that is none', good.replace('aaaa', 'zzzz'), '.prose is "zzzz'],
    ['a time that is none', good.replace(at, 'yesterday'), '.pinnedAt is "yesterday", which it cannot be'],
    ['a field that is missing', good.replace(`, "pinnedAt": "${at}"`, ''), '.pinnedAt is missing'],
    ['a field of a pin', good.replace('"hints"', '"hint": "", "hints"'), '["read_note"] has a field "hint"'],
    ['an acceptance', good.replace(`"${at}" }`, `"${at}", "accepted": {"at": 1} }`), '.accepted.at is 1'],
    ['a tool twice', good.replace(line, `${line},\n${line}`), 'a server, tool or field stands in it twice'],
    ['marks of git', `<<<<<<< HEAD\n${good}`, 'git left conflict marks in it'],
  ])('says what to do about %s', (_case, text, sentence) => {
    const parsed = parseLock(text);
    expect(parsed.ok ? 'nothing is wrong' : parsed.error).toContain(sentence);
  });

  it('takes what an editor made of it', () => {
    expect(lockOf(`\uFEFF${JSON.stringify(JSON.parse(good))}\r\n`)).toEqual(lockOf(good));
  });
});

describe('comparePin', () => {
  const tool = { name: 'x', description: 'X.', annotations: { destructiveHint: true, idempotentHint: 'yes' } };

  it.each<[string, object, string, string]>([
    ['nothing', {}, 'same', 'same'],
    ['the same in other words', { annotations: { readOnlyHint: false } }, 'same', 'same'],
    ['what is invalid goes', { annotations: { destructiveHint: true } }, 'same', 'same'],
    ['a relaxed hint', { annotations: { destructiveHint: false, idempotentHint: 'yes' } }, 'relaxed', 'same'],
    ['a tightened one', { annotations: { destructiveHint: true, idempotentHint: false } }, 'same', 'same'],
    ['another text', { description: 'Y.' }, 'same', 'changed'],
    ['both', { description: 'Y.', annotations: { readOnlyHint: true } }, 'relaxed', 'changed'],
  ])('%s', async (_case, change, hints, prose) => {
    expect(comparePin(await fingerprint(tool), await fingerprint({ ...tool, ...change }))).toEqual({ hints, prose });
  });

  it('lets a hint be tightened', () => {
    const loose = hintsFingerprint({ name: 'x', annotations: { readOnlyHint: true } });
    const strict = hintsFingerprint({ name: 'x' });
    expect(comparePin({ hints: loose, prose: '' }, { hints: strict, prose: '' }).hints).toBe('tightened');
    expect(describeHintChanges(loose, strict)).toEqual(['readOnlyHint true → absent']);
  });
});

describe('pins', () => {
  it('are set and removed without touching the lock they come from', () => {
    const one = withPin(EMPTY_LOCK, 'a', '__proto__', pinOf(READER));
    const two = withPin(one, 'a', 'x', pinOf(WRITER));
    expect(EMPTY_LOCK.servers.size).toBe(0);
    expect([...(one.servers.get('a')?.keys() ?? [])]).toEqual(['__proto__']);
    expect(withoutPin(two, 'a', 'x')).toEqual(one);
    expect(withoutPin(one, 'a', '__proto__')).toEqual(EMPTY_LOCK);
    expect(withoutPin(two, 'b', 'x')).toBe(two);
  });

  it('stay with tools that are what they were, and are new for others', () => {
    const accepted = { ...pinOf(READER), accepted: { at, author: 'ada', reason: 'fine' } };
    const later = '2026-12-01T00:00:00.000Z';
    const pins = repin(
      new Map([
        ['same', accepted],
        ['other', accepted],
        ['gone', accepted],
      ]),
      [
        ['same', { hints: READER, prose: 'a'.repeat(64) }],
        ['other', { hints: READER, prose: 'b'.repeat(64) }],
        ['new', { hints: WRITER, prose: 'c'.repeat(64) }],
      ],
      later,
    );
    expect(pins).toEqual(
      new Map([
        ['same', accepted],
        ['other', { ...pinOf(READER, 'b'), pinnedAt: later }],
        ['new', { ...pinOf(WRITER, 'c'), pinnedAt: later }],
      ]),
    );
  });
});

describe('compareLock', () => {
  it('says of each tool what became of it', () => {
    const pins = new Map([
      ['relaxed', pinOf(WRITER)],
      ['tightened', pinOf(READER)],
      ['rewritten', pinOf(READER)],
      ['same', pinOf(READER)],
      ['gone', pinOf(READER)],
    ]);
    const print = (hints: string, prose = 'a') => ({ hints, prose: prose.repeat(64) });
    expect(
      compareLock(pins, [
        ['relaxed', print(READER)],
        ['tightened', print(WRITER)],
        ['rewritten', print(READER, 'b')],
        ['same', print(READER)],
        ['new', print(READER)],
      ]).map(({ kind, message }) => `${kind}: ${message}`),
    ).toEqual([
      "relaxed: Tool 'relaxed': relaxed since it was pinned on 2026-11-16: readOnlyHint false → true, destructiveHint true → absent",
      "tightened: Tool 'tightened': tightened since it was pinned on 2026-11-16: readOnlyHint true → false, destructiveHint absent → true",
      "changed: Tool 'rewritten': its texts or schemas changed since it was pinned on 2026-11-16",
      "new: Tool 'new': not in the lock",
      "gone: Tool 'gone': in the lock but not offered",
    ]);
  });
});
