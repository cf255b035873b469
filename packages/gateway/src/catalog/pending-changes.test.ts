import { describe, expect, it } from 'vitest';
import { createCatalogBuilder } from './builder.ts';
import { OPTIONS, offerOf, toolOf } from './fixtures/offers.ts';
import { NO_HINT_SETTINGS } from './hints/hint-settings.ts';
import { createPendingChanges } from './pending-changes.ts';

const job = (annotations: object, rest: object = {}) => toolOf('job', { annotations, ...rest });

/** A catalog of one list, and another list that was received since. */
function setUp(built: readonly object[], received: readonly unknown[] | undefined) {
  const catalog = createCatalogBuilder(OPTIONS).build([offerOf('s', { tools: built })]);
  const tool = catalog.toolsByName.get('s__job');
  if (tool === undefined) throw new Error('there is no job');
  const pending = createPendingChanges({
    builtFrom: () => built,
    received: () => received,
    settings: () => NO_HINT_SETTINGS,
  });
  return { tool, tightened: () => pending.tightened(tool) };
}

describe('a change that is not in the catalog yet', () => {
  it.each<[string, object, object, string]>([
    ['that drops readOnlyHint', { readOnlyHint: true }, {}, 'destructive'],
    ['that sets destructiveHint', { destructiveHint: false }, { destructiveHint: true }, 'destructive'],
    ['that changes from read to additive', { readOnlyHint: true }, { destructiveHint: false }, 'additive'],
  ])('%s is effective at once', (_case, before, after, toolClass) => {
    const { tool, tightened } = setUp([job(before)], [job(after)]);
    expect(tightened().resolution.class).toBe(toolClass);
    expect(tightened()).toBe(tightened());
    expect(tightened()).not.toBe(tool);
    expect({ ...tightened(), resolution: tool.resolution }).toEqual({ ...tool });
  });

  it('with a description of deleting is effective at once', () => {
    const { tightened } = setUp(
      [job({ readOnlyHint: true })],
      [job({ readOnlyHint: true }, { description: 'Deletes it.' })],
    );
    expect(tightened().resolution).toMatchObject({ class: 'destructive', contradictions: [{ hint: 'readOnlyHint' }] });
  });

  it('with a stricter duplicate is effective at once', () => {
    const { tightened } = setUp([job({ readOnlyHint: true })], [job({ readOnlyHint: true }), job({})]);
    expect(tightened().resolution.class).toBe('destructive');
  });

  it('that drops one hint and claims another is resolved as the stricter of both', () => {
    const { tightened } = setUp([job({ openWorldHint: false })], [job({ readOnlyHint: true })]);
    const { hints, class: toolClass } = tightened().resolution;
    expect([toolClass, hints.openWorldHint.value]).toEqual(['destructive', true]);
  });

  it.each<[string, readonly unknown[] | undefined]>([
    ['relaxes', [job({ readOnlyHint: true })]],
    ['is equal', [job({})]],
    ['removes the tool', [toolOf('other')]],
    ['is invalid', [null, 7, { name: 7 }]],
    ['is unknown', undefined],
  ])('that %s waits for the catalog', (_case, received) => {
    const { tool, tightened } = setUp([job({})], received);
    expect(tightened()).toBe(tool);
  });
});
