import type { PartialHints, ToolDefinition } from '@toolmark/annotations';
import { apiErrorSchema, type Override, type OverrideRequest, overrideAnswerSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { RestDeps } from './deps.ts';
import { aCatalog, aServer, aTool } from './fixtures/a-gateway.ts';
import { get } from './fixtures/api.ts';
import { NO_OVERRIDES } from './fixtures/no-policy.ts';
import { sends } from './fixtures/requests.ts';

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

/** Nothing may be changed by asking what would become of it. */
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
  const init = method === 'PUT' ? sends('PUT', { hints }) : { method };
  const { status, value } = await get(overrideAnswerSchema, at(name), init, deps(given));
  expect([status, value.is_dry_run]).toEqual([200, true]);
  return value;
}

const annotated = (annotations: PartialHints, name = 'thing'): ToolDefinition => ({ name, annotations });
const BARE: ToolDefinition = { name: 'thing' };
const READS = annotated({ readOnlyHint: true });

describe('what an override would do', () => {
  it.each<[string, 'PUT' | 'DELETE', OverrideRequest['hints'], Given, readonly [string, string, boolean]]>([
    ['of a tool without hints', 'PUT', { readOnlyHint: true }, { tools: [BARE] }, ['destructive', 'read', true]],
    [
      'of a tool that says it is destructive',
      'PUT',
      { readOnlyHint: true },
      { tools: [annotated({ readOnlyHint: false, destructiveHint: true })] },
      ['destructive', 'read', true],
    ],
    ['that tightens', 'PUT', { readOnlyHint: false }, { tools: [READS] }, ['read', 'destructive', false]],
    [
      'that tightens one hint and relaxes another',
      'PUT',
      { readOnlyHint: false, destructiveHint: false },
      { tools: [READS] },
      ['read', 'additive', true],
    ],
    ['of a hint of no class', 'PUT', { openWorldHint: false }, { tools: [READS] }, ['read', 'read', true]],
    [
      'that is taken back from a reader that leaves the rest out',
      'DELETE',
      {},
      { tools: [READS], overrides: [override('thing', { readOnlyHint: false })] },
      ['destructive', 'read', true],
    ],
    [
      'that is taken back from under a broader one',
      'DELETE',
      {},
      {
        tools: [BARE],
        overrides: [override('thing', { readOnlyHint: false }), override('*', { readOnlyHint: true })],
      },
      ['destructive', 'read', true],
    ],
    [
      'that inherits from a broader one',
      'PUT',
      { readOnlyHint: null, idempotentHint: false },
      {
        tools: [BARE],
        overrides: [override('thing', { readOnlyHint: false }), override('*', { readOnlyHint: true })],
      },
      ['destructive', 'read', true],
    ],
    [
      'that was all that relaxed it',
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

  it('of a tool whose words speak against its hints', async () => {
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

  it('leaves tools out of which the same counts: what is set for one of them comes first', async () => {
    const given = {
      tools: [annotated({ readOnlyHint: true }, 'a'), { name: 'b' }, { name: 'c' }],
      overrides: [override('b', { readOnlyHint: false })],
    };
    const value = await dryRun('PUT', '*', { readOnlyHint: true }, given);
    expect(value).toMatchObject({ matching_tools: 3, affected_tools: 1, effects: [{ tool: 'c' }] });
  });

  it('names those first that are relaxed, and of many only some', async () => {
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
    ['sets what relaxes', undefined, { readOnlyHint: true, openWorldHint: true }, ['readOnlyHint']],
    ['had set it before', { readOnlyHint: true }, { readOnlyHint: true, destructiveHint: true }, []],
    ['does not tighten any more', { destructiveHint: true }, { destructiveHint: null }, ['destructiveHint']],
    ['is taken away and tightened', { destructiveHint: true, readOnlyHint: true }, undefined, ['destructiveHint']],
  ])('a pattern that %s is also for tools that come later', async (_what, before, hints, later) => {
    const overrides = before === undefined ? [] : [override('x_*', before)];
    const value = await dryRun(hints === undefined ? 'DELETE' : 'PUT', 'x_*', hints ?? {}, { overrides });
    expect([value.relaxed_later, value.effects]).toEqual([later, []]);
  });

  it('a name that is not there may come', async () => {
    const value = await dryRun('PUT', 'thing', { readOnlyHint: true }, {});
    expect(value).toMatchObject({ override: { tool: 'thing', hints: { readOnlyHint: true } } });
    expect([value.relaxed_later, value.note]).toEqual([
      ['readOnlyHint'],
      expect.stringContaining('The setting applies as soon'),
    ]);
  });

  it.each([
    [sends('PUT', { hints: { readOnlyHint: true } }), [override('x', {}, { origin: 'config' })], 409],
    [{ method: 'DELETE' }, [override('x', {}, { origin: 'config' })], 409],
    [{ method: 'DELETE' }, [], 404],
  ])('is refused as the change would be: %#', async (init, overrides, expected) => {
    expect((await get(apiErrorSchema, at('x'), init, deps({ overrides }))).status).toBe(expected);
  });

  it('is told with the change too', async () => {
    const given = deps({ tools: [BARE] });
    const overrides = { ...NO_OVERRIDES };
    const init = sends('PUT', { hints: { readOnlyHint: true } });
    const path = '/tools/notes/thing/override';
    const { value } = await get(overrideAnswerSchema, path, init, { ...given, overrides });
    expect(value).toMatchObject({
      is_dry_run: false,
      relaxed_tools: 1,
      effects: [{ tool: 'thing', is_relaxed: true }],
    });
  });
});
