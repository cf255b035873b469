import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HINTS, HINT_NAMES, type PartialHints } from '../hints.ts';
import { compareHints } from './compare-hints.ts';
import { fingerprint, hintsFingerprint } from './fingerprint.ts';

describe('fingerprint', () => {
  const tool = {
    name: 'read_note',
    description: 'Reads a note.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    annotations: { readOnlyHint: true, openWorldHint: false, title: 'Read Note' },
  };

  it('keeps the hints readable and separate from the prose', async () => {
    const before = await fingerprint(tool);
    expect(before.hints).toBe('readOnly=true destructive=absent idempotent=absent openWorld=false');
    expect(before.prose).toMatch(/^[0-9a-f]{64}$/);
    const flipped = await fingerprint({ ...tool, annotations: { ...tool.annotations, readOnlyHint: false } });
    expect(flipped).toEqual({ hints: before.hints.replace('readOnly=true', 'readOnly=false'), prose: before.prose });
  });

  it.each([
    ['the description', { ...tool, description: 'Reads a note!' }],
    ['a schema', { ...tool, inputSchema: { type: 'object' } }],
    ['the title', { ...tool, annotations: { ...tool.annotations, title: 'Note' } }],
    ['an annotation MCP does not know', { ...tool, annotations: { ...tool.annotations, streamingHint: true } }],
    ['a field MCP does not know', { ...tool, _meta: { 'a.b/c': 1 } }],
  ])('notices a change of %s', async (_case, changed) => {
    const before = await fingerprint(tool);
    const after = await fingerprint(changed);
    expect(after.hints).toBe(before.hints);
    expect(after.prose).not.toBe(before.prose);
  });

  it('does not depend on the order of keys or on the name', async () => {
    const { annotations, inputSchema, description } = tool;
    expect(await fingerprint({ annotations, name: 'renamed', inputSchema, description })).toEqual(
      await fingerprint(tool),
    );
  });

  it('tells absent from invalid', () => {
    expect(hintsFingerprint({ name: 'x', annotations: { readOnlyHint: 'true' } })).toContain('readOnly=invalid');
    expect(hintsFingerprint({ name: 'x', annotations: [] })).toBe(
      'readOnly=invalid destructive=invalid idempotent=invalid openWorld=invalid',
    );
  });
});

describe('compareHints', () => {
  it.each<[string, PartialHints, PartialHints, string, Partial<Record<keyof PartialHints, string>>]>([
    ['saying a default out loud', {}, { ...DEFAULT_HINTS }, 'same', {}],
    ['no longer destructive', {}, { destructiveHint: false }, 'relaxed', { destructiveHint: 'relaxed' }],
    ['now destructive', { destructiveHint: false }, {}, 'tightened', { destructiveHint: 'tightened' }],
    [
      'suddenly read-only',
      { readOnlyHint: false },
      { readOnlyHint: true },
      'relaxed',
      { readOnlyHint: 'relaxed', destructiveHint: 'relaxed', idempotentHint: 'relaxed' },
    ],
    [
      'a reader that turns out to add',
      { readOnlyHint: true },
      { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      'tightened',
      { readOnlyHint: 'tightened' },
    ],
    [
      'a meaningless hint on a reader',
      { readOnlyHint: true },
      { readOnlyHint: true, idempotentHint: false },
      'same',
      {},
    ],
    ['an impossible claim', {}, { readOnlyHint: true, destructiveHint: true }, 'same', {}],
    [
      'one up, one down',
      { destructiveHint: true, openWorldHint: false },
      { destructiveHint: false, openWorldHint: true },
      'relaxed',
      { destructiveHint: 'relaxed', openWorldHint: 'tightened' },
    ],
  ])('%s', (_case, before, after, change, hints) => {
    const same = Object.fromEntries(HINT_NAMES.map((hint) => [hint, 'same']));
    expect(compareHints(before, after)).toEqual({ change, hints: { ...same, ...hints } });
  });

  it('swaps tightened and relaxed when the arguments are swapped', () => {
    const hint = fc.option(fc.boolean(), { nil: undefined });
    const hints = fc.record({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint });
    const mirror = { tightened: 'relaxed', relaxed: 'tightened', same: 'same' } as const;
    fc.assert(
      fc.property(hints, hints, (a, b) => {
        const there = compareHints(a as PartialHints, b as PartialHints).hints;
        const back = compareHints(b as PartialHints, a as PartialHints).hints;
        for (const name of HINT_NAMES) expect(back[name]).toBe(mirror[there[name]]);
      }),
    );
  });
});
