import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HINT_NAMES, TOOL_CLASSES } from '../hints.ts';
import { at, lockOf, pinOf, READER, WRITER, withPin } from './fixtures/pins.ts';
import { EMPTY_LOCK, type Lock, type Pin, withServerPins } from './lock.ts';
import { printLock } from './print-lock.ts';

describe('printLock', () => {
  it('writes one sorted line for each tool and ends with a line break', () => {
    let lock = withPin(EMPTY_LOCK, 'notes', 'read_note', pinOf(READER));
    lock = withPin(lock, 'files', 'list', {
      ...pinOf(READER, 'c'),
      class: 'read',
      contradicted: [],
      reviewed: { at, author: 'ada', claims: ['readOnlyHint'] },
    });
    lock = withPin(lock, 'files', 'new', { ...pinOf(READER, 'd'), isNew: true });
    lock = withPin(lock, 'notes', 'delete_note', {
      ...pinOf(WRITER, 'b'),
      class: 'destructive',
      contradicted: ['readOnlyHint', 'destructiveHint'],
      accepted: { at, author: 'ada', reason: null, covers: ['relaxed', 'a "b"'] },
    });
    expect(printLock(lock)).toBe(`{
  "version": 2,
  "servers": {
    "files": {
      "list": { "hints": "${READER}", "prose": "${'c'.repeat(64)}", "class": "read", "contradicted": [], "pinnedAt": "${at}", "reviewed": { "at": "${at}", "author": "ada", "claims": ["readOnlyHint"] } },
      "new": { "hints": "${READER}", "prose": "${'d'.repeat(64)}", "pinnedAt": "${at}", "isNew": true }
    },
    "notes": {
      "delete_note": { "hints": "${WRITER}", "prose": "${'b'.repeat(64)}", "class": "destructive", "contradicted": ["readOnlyHint", "destructiveHint"], "pinnedAt": "${at}", "accepted": { "at": "${at}", "author": "ada", "reason": null, "covers": ["relaxed", "a \\"b\\""] } },
      "read_note": { "hints": "${READER}", "prose": "${'a'.repeat(64)}", "pinnedAt": "${at}" }
    }
  }
}
`);
  });

  it('writes valid JSON for an empty lock', () => {
    expect(JSON.parse(printLock(EMPTY_LOCK))).toEqual({ version: 2, servers: {} });
    expect(lockOf(printLock(withServerPins(EMPTY_LOCK, 'empty', new Map())))).toEqual({
      servers: new Map([['empty', new Map()]]),
    });
  });

  const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'hints', 'pinnedAt', '\u2028"'));
  const text = fc.option(fc.oneof(fc.string(), fc.constant('"hints": "x", "pinnedAt": "y"')));
  const value = fc.constantFrom('true', 'false', 'absent', 'invalid');
  const pin: fc.Arbitrary<Pin> = fc.record(
    {
      hints: fc
        .tuple(value, value, value, value)
        .map(([a, b, c, d]) => `readOnly=${a} destructive=${b} idempotent=${c} openWorld=${d}`),
      prose: fc.stringMatching(/^[0-9a-f]{64}$/),
      pinnedAt: fc.constant(at),
      class: fc.constantFrom(...TOOL_CLASSES),
      contradicted: fc.subarray([...HINT_NAMES]),
      accepted: fc.record(
        { at: fc.constant(at), author: text, reason: text, covers: fc.array(fc.string()) },
        { requiredKeys: ['at', 'author', 'reason'] },
      ),
      reviewed: fc.record({ at: fc.constant(at), author: text, claims: fc.subarray([...HINT_NAMES]) }),
      isNew: fc.constant<true>(true),
    },
    { requiredKeys: ['hints', 'prose', 'pinnedAt'] },
  );
  const locks: fc.Arbitrary<Lock> = fc
    .array(fc.tuple(name, fc.array(fc.tuple(name, pin), { maxLength: 4 })), { maxLength: 4 })
    .map((servers) => ({ servers: new Map(servers.map(([server, pins]) => [server, new Map(pins)])) }));

  it('can be read back, whatever the servers and tools are called', () => {
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

  it('changes one line if one tool changes', () => {
    const before = withPin(withPin(EMPTY_LOCK, 'a', 'x', pinOf(READER)), 'a', 'y', pinOf(READER));
    const lines = printLock(withPin(before, 'a', 'x', pinOf(WRITER))).split('\n');
    expect(
      printLock(before)
        .split('\n')
        .filter((line, index) => line !== lines[index]),
    ).toHaveLength(1);
  });
});
