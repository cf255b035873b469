import type { Override, OverrideEffect } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { aTool } from './fixtures/a-tool.ts';
import {
  effectChanges,
  type HintWishes,
  isSameHints,
  NO_WISHES,
  ownHints,
  type SetHints,
  wantedHints,
} from './override-plan.ts';

const override = (some: Partial<Override>): Override => ({
  server: 'notes',
  tool: 'list_notes',
  hints: { readOnlyHint: true },
  reason: null,
  author: null,
  at: null,
  origin: 'set',
  ...some,
});

describe('ownHints', () => {
  it.each<[string, Override | null, SetHints]>([
    ['set for the tool', override({}), { readOnlyHint: true }],
    ['set by a pattern', override({ tool: 'list_*' }), {}],
    ['set for all servers', override({ server: '*' }), {}],
    ['set in the config', override({ origin: 'config' }), {}],
    ['not set', null, {}],
  ])('%s', (_, one, expected) => {
    expect(ownHints(aTool({ override: one }))).toEqual(expected);
  });
});

describe('wantedHints', () => {
  it.each<[SetHints, Partial<HintWishes>, SetHints]>([
    [{}, {}, {}],
    [{ readOnlyHint: true }, {}, { readOnlyHint: true }],
    [{ readOnlyHint: true }, { readOnlyHint: 'false' }, { readOnlyHint: false }],
    [{ readOnlyHint: true }, { readOnlyHint: 'unset' }, {}],
    [{ readOnlyHint: false }, { openWorldHint: 'true' }, { readOnlyHint: false, openWorldHint: true }],
    [{}, { idempotentHint: 'unset' }, {}],
  ])('%j with %j is %j', (own, wishes, expected) => {
    expect(wantedHints(own, { ...NO_WISHES, ...wishes })).toEqual(expected);
  });
});

describe('isSameHints', () => {
  it.each<[SetHints, SetHints, boolean]>([
    [{}, {}, true],
    [{ readOnlyHint: false }, {}, false],
    [{ readOnlyHint: false }, { readOnlyHint: false }, true],
    [{ readOnlyHint: false }, { readOnlyHint: true }, false],
  ])('%j and %j: %s', (one, other, expected) => {
    expect(isSameHints(one, other)).toBe(expected);
  });
});

describe('effectChanges', () => {
  it('lists changed effective hints, relaxed ones first', () => {
    const strict = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };
    const effect: OverrideEffect = {
      server: 'notes',
      tool: 'x',
      before: { class: 'destructive', hints: strict },
      after: {
        class: 'additive',
        hints: { ...strict, destructiveHint: false, idempotentHint: false, openWorldHint: true },
      },
      is_relaxed: true,
    };
    expect(effectChanges(effect)).toEqual([
      { hint: 'destructiveHint', to: false, says: 'destructiveHint true → false', isRelaxed: true },
      { hint: 'idempotentHint', to: false, says: 'idempotentHint true → false', isRelaxed: false },
      { hint: 'openWorldHint', to: true, says: 'openWorldHint false → true', isRelaxed: false },
    ]);
  });
});
