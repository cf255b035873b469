import { describe, expect, it } from 'vitest';
import { compareLock } from './compare-lock.ts';
import { at, pinOf, READER, WRITER } from './fixtures/pins.ts';
import type { Pin } from './lock.ts';
import { repin } from './repin.ts';

describe('pins', () => {
  it('are kept for unchanged tools, and made anew without acceptance for changed and new ones', () => {
    const accepted: Pin = { ...pinOf(READER), accepted: { at, author: 'ada', reason: 'fine' } };
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

  it('get the class added if they were written before locks had it', () => {
    const old = { ...pinOf(READER), accepted: { at, author: 'ada', reason: 'fine' } };
    const meaning = { class: 'read', contradicted: [] } as const;
    const pins = repin(
      new Map<string, Pin>([['a', old]]),
      [['a', { hints: old.hints, prose: old.prose, ...meaning }]],
      '2026-12-01T00:00:00Z',
    );
    expect(pins.get('a')).toEqual({ ...old, ...meaning });
    expect(repin(pins, [['a', { hints: old.hints, prose: old.prose, ...meaning }]], at).get('a')).toBe(pins.get('a'));
  });
});

describe('compareLock', () => {
  it('reports the change of each tool', () => {
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

  it('reports changes that the words cause', () => {
    const pins = new Map<string, Pin>([
      ['hidden', { ...pinOf(READER), class: 'destructive', contradicted: ['readOnlyHint'] }],
      ['found', { ...pinOf(READER), class: 'read', contradicted: [] }],
    ]);
    const print = { hints: READER, prose: 'b'.repeat(64) };
    expect(
      compareLock(pins, [
        ['hidden', { ...print, class: 'read', contradicted: [] }],
        ['found', { ...print, class: 'destructive', contradicted: ['readOnlyHint'] }],
      ])
        .filter(({ kind }) => kind !== 'changed')
        .map(({ message }) => message),
    ).toEqual([
      "Tool 'hidden': relaxed since it was pinned on 2026-11-16: counts as read instead of destructive, its words no longer contradict readOnlyHint",
      "Tool 'found': tightened since it was pinned on 2026-11-16: counts as destructive instead of read, its words contradict readOnlyHint",
    ]);
  });
});
