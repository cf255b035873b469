import type { PartialHints, ToolDefinition } from '@toolmark/annotations';
import { apiErrorSchema, type Override, type OverrideRequest, overrideAnswerSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { RestDeps } from './deps.ts';
import { aCatalog, aServer, aTool } from './fixtures/a-gateway.ts';
import { get } from './fixtures/api.ts';
import { NO_OVERRIDES } from './fixtures/no-policy.ts';
import { jsonRequest } from './fixtures/requests.ts';

const override = (tool: string, hints: PartialHints, facts: Partial<Override> = {}): Override => ({
  server: 'notes',
  tool,
  hints,
  reason: null,
  author: null,
  at: null,
  origin: 'set',
  ...facts,
});

interface Given {
  readonly overrides?: readonly Override[];
  readonly tools?: readonly ToolDefinition[];
  readonly trust?: 'declared' | 'verified' | 'none';
}

/** A dry run must not change anything. */
const untouchable = (): never => {
  throw new Error('changed');
};

function deps({ overrides = [], tools = [], trust = 'declared' }: Given): Partial<RestDeps> {
  return {
    servers: () => [aServer('notes')],
    catalog: () => aCatalog({ tools: tools.map((tool) => aTool('notes', tool)) }),
    overrides: { ...NO_OVERRIDES, list: () => overrides, set: untouchable, remove: untouchable },
    trustOf: () => trust,
  };
}

const at = (name: string): string => `/tools/notes/${name}/override?dry_run=true`;

async function dryRun(method: 'PUT' | 'DELETE', name: string, hints: OverrideRequest['hints'], given: Given) {
  const init = method === 'PUT' ? jsonRequest('PUT', { hints }) : { method };
  const { status, value } = await get(overrideAnswerSchema, at(name), init, deps(given));
  expect([status, value.is_dry_run]).toEqual([200, true]);
  return value;
}

const annotated = (annotations: PartialHints, name = 'thing'): ToolDefinition => ({ name, annotations });
const BARE: ToolDefinition = { name: 'thing' };
const READS = annotated({ readOnlyHint: true });

describe('the effects of an override', () => {
  it.each<[string, 'PUT' | 'DELETE', OverrideRequest['hints'], Given, readonly [string, string, boolean]]>([
    ['for a tool without hints', 'PUT', { readOnlyHint: true }, { tools: [BARE] }, ['destructive', 'read', true]],
    [
      'for a tool with a destructive hint',
      'PUT',
      { readOnlyHint: true },
      { tools: [annotated({ readOnlyHint: false, destructiveHint: true })] },
      ['destructive', 'read', true],
    ],
    ['if it tightens', 'PUT', { readOnlyHint: false }, { tools: [READS] }, ['read', 'destructive', false]],
    [
      'if it tightens one hint and relaxes another',
      'PUT',
      { readOnlyHint: false, destructiveHint: false },
      { tools: [READS] },
      ['read', 'additive', true],
    ],
    [
      'for a hint that has no effect on the class',
      'PUT',
      { openWorldHint: false },
      { tools: [READS] },
      ['read', 'read', true],
    ],
    [
      'after removing it from a read-only tool without other hints',
      'DELETE',
      {},
      { tools: [READS], overrides: [override('thing', { readOnlyHint: false })] },
      ['destructive', 'read', true],
    ],
    [
      'after removing it below a broader one',
      'DELETE',
      {},
      {
        tools: [BARE],
        overrides: [override('thing', { readOnlyHint: false }), override('*', { readOnlyHint: true })],
      },
      ['destructive', 'read', true],
    ],
    [
      'combined with a broader one',
      'PUT',
      { readOnlyHint: null, idempotentHint: false },
      {
        tools: [BARE],
        overrides: [override('thing', { readOnlyHint: false }), override('*', { readOnlyHint: true })],
      },
      ['destructive', 'read', true],
    ],
    [
      'after removing the only relaxing one',
      'DELETE',
      {},
      { tools: [READS], trust: 'none', overrides: [override('thing', { readOnlyHint: true })] },
      ['read', 'destructive', false],
    ],
  ])('%s', async (_what, method, hints, given, [before, after, isRelaxed]) => {
    const { effects, ...counted } = await dryRun(method, 'thing', hints, given);
    expect(effects.map((effect) => [effect.before.class, effect.after.class, effect.is_relaxed])).toEqual([
      [before, after, isRelaxed],
    ]);
    expect(counted).toMatchObject({ affected_tools: 1, relaxed_tools: isRelaxed ? 1 : 0, relaxed_later: [] });
  });

  it('for a tool whose name contradicts its hints', async () => {
    const tools = [annotated({ readOnlyHint: true }, 'delete_note')];
    const { effects } = await dryRun('PUT', 'delete_note', { readOnlyHint: true }, { tools });
    expect(effects).toEqual([
      {
        server: 'notes',
        tool: 'delete_note',
        before: {
          class: 'destructive',
          hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
        },
        after: {
          class: 'read',
          hints: { readOnlyHint: true, destructiveHint: true, idempotentHint: false, openWorldHint: true },
        },
        is_relaxed: true,
      },
    ]);
  });

  it('exclude tools with an override of their own', async () => {
    const given = {
      tools: [annotated({ readOnlyHint: true }, 'a'), { name: 'b' }, { name: 'c' }],
      overrides: [override('b', { readOnlyHint: false })],
    };
    const value = await dryRun('PUT', '*', { readOnlyHint: true }, given);
    expect(value).toMatchObject({ matching_tools: 3, affected_tools: 1, effects: [{ tool: 'c' }] });
  });

  it('list relaxed tools first, and only some of many', async () => {
    const tools = Array.from({ length: 150 }, (_, index) =>
      annotated(index < 100 ? { readOnlyHint: true, destructiveHint: false } : {}, `tool_${index}`),
    );
    const { effects, ...counted } = await dryRun(
      'PUT',
      '*',
      { readOnlyHint: false, destructiveHint: false },
      { tools },
    );
    expect(counted).toMatchObject({ matching_tools: 150, affected_tools: 150, relaxed_tools: 50 });
    expect(effects.map((effect) => effect.is_relaxed)).toEqual(Array.from({ length: 100 }, (_, index) => index < 50));
  });

  it.each<[string, PartialHints | undefined, OverrideRequest['hints'] | undefined, readonly string[]]>([
    ['sets a relaxing hint', undefined, { readOnlyHint: true, openWorldHint: true }, ['readOnlyHint']],
    ['had it set before', { readOnlyHint: true }, { readOnlyHint: true, destructiveHint: true }, []],
    ['stops tightening', { destructiveHint: true }, { destructiveHint: null }, ['destructiveHint']],
    ['is removed, and had tightened', { destructiveHint: true, readOnlyHint: true }, undefined, ['destructiveHint']],
  ])('a pattern that %s also affects future tools', async (_what, before, hints, later) => {
    const overrides = before === undefined ? [] : [override('x_*', before)];
    const value = await dryRun(hints === undefined ? 'DELETE' : 'PUT', 'x_*', hints ?? {}, { overrides });
    expect([value.relaxed_later, value.effects]).toEqual([later, []]);
  });

  it('a name without a tool affects a future tool', async () => {
    const value = await dryRun('PUT', 'thing', { readOnlyHint: true }, {});
    expect(value).toMatchObject({ override: { tool: 'thing', hints: { readOnlyHint: true } } });
    expect([value.relaxed_later, value.note]).toEqual([
      ['readOnlyHint'],
      expect.stringContaining('The setting applies as soon'),
    ]);
  });

  it.each([
    [jsonRequest('PUT', { hints: { readOnlyHint: true } }), [override('x', {}, { origin: 'config' })], 409],
    [{ method: 'DELETE' }, [override('x', {}, { origin: 'config' })], 409],
    [{ method: 'DELETE' }, [], 404],
  ])('is rejected like the change itself: %#', async (init, overrides, expected) => {
    expect((await get(apiErrorSchema, at('x'), init, deps({ overrides }))).status).toBe(expected);
  });

  it('are also returned with the change', async () => {
    const given = deps({ tools: [BARE] });
    const overrides = { ...NO_OVERRIDES };
    const init = jsonRequest('PUT', { hints: { readOnlyHint: true } });
    const path = '/tools/notes/thing/override';
    const { value } = await get(overrideAnswerSchema, path, init, { ...given, overrides });
    expect(value).toMatchObject({
      is_dry_run: false,
      relaxed_tools: 1,
      effects: [{ tool: 'thing', is_relaxed: true }],
    });
  });
});
