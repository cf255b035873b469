import * as annotations from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../model/catalog.ts';
import { createCatalogBuilder } from './builder.ts';
import { OPTIONS, offerOf, toolOf } from './fixtures/offers.ts';
import { type HintSettings, NO_HINT_SETTINGS, PLAIN_SETTINGS, type ToolHintSettings } from './hints/hint-settings.ts';

vi.mock('@toolmark/annotations', { spy: true });
beforeEach(() => vi.clearAllMocks());

/** Settings for single tools; all others are plain. */
const settingsOf = (tools: Readonly<Record<string, Partial<ToolHintSettings>>>): HintSettings => ({
  of: (server, tool) => {
    const found = tools[`${server}/${tool}`];
    return found === undefined ? PLAIN_SETTINGS : { ...PLAIN_SETTINGS, ...found };
  },
});

const build = (tool: object, settings: HintSettings): Catalog =>
  createCatalogBuilder(OPTIONS, () => settings).build([offerOf('notes', { tools: [tool] })]);

const listed = (catalog: Catalog, era: 'modern' | 'legacy' = 'modern'): readonly JsonObject[] =>
  JSON.parse(String(catalog.page('tools/list', era, undefined))).tools;

const metaOf = (tool: JsonObject | undefined): JsonObject =>
  (tool?.['_meta'] as Record<string, JsonObject> | undefined)?.['io.toolmark/annotations'] ?? {};

describe('an overridden hint', () => {
  const override = { destructiveHint: true } as const;
  const settings = settingsOf({ 'notes/purge': { override, overrideReason: 'set by ada: it lies' } });

  it('is effective, with its author as the reason', () => {
    const raw = toolOf('purge', { annotations: { destructiveHint: false } });
    const [tool] = build(raw, settings).tools;
    expect(tool?.definition).toBe(raw);
    expect(tool?.override).toEqual(override);
    expect(tool?.resolution.class).toBe('destructive');
    expect(tool?.resolution.hints.destructiveHint).toEqual({
      value: true,
      source: 'override',
      declared: false,
      reason: 'set by ada: it lies',
    });
  });

  it.each<[string, object, object, unknown]>([
    [
      'with others and unknown keys',
      { annotations: { title: 'P', destructiveHint: false, idempotentHint: true, vendor: [1] } },
      { title: 'P', destructiveHint: true, idempotentHint: true, vendor: [1] },
      { title: 'P', destructiveHint: false, idempotentHint: true, vendor: [1] },
    ],
    ['without any', {}, { destructiveHint: true }, null],
    ['that are not an object', { annotations: 'none' }, { destructiveHint: true }, 'none'],
    [
      'with an invalid hint',
      { annotations: { destructiveHint: 'no', readOnlyHint: false } },
      { destructiveHint: true, readOnlyHint: false },
      { destructiveHint: 'no', readOnlyHint: false },
    ],
  ])('is added to annotations %s, and the declared ones stay visible', (_case, rest, offered, declared) => {
    const catalog = build(toolOf('purge', rest), settings);
    for (const era of ['modern', 'legacy'] as const) {
      const [tool] = listed(catalog, era);
      expect(tool?.['annotations']).toEqual(offered);
      expect(metaOf(tool)['declared']).toEqual(declared);
      expect(metaOf(tool)['class']).toBe('destructive');
    }
  });

  it.each<[string, ToolHintSettings['override'], object, object]>([
    [
      'against a read-only hint of the server',
      { destructiveHint: true },
      { readOnlyHint: true, destructiveHint: false, title: 'P' },
      { readOnlyHint: false, destructiveHint: true, title: 'P' },
    ],
    [
      'against another override',
      { readOnlyHint: true, destructiveHint: true },
      {},
      { readOnlyHint: false, destructiveHint: true },
    ],
    ['that relaxes', { readOnlyHint: true }, { destructiveHint: true }, { readOnlyHint: true, destructiveHint: true }],
    [
      'with a server hint about something else',
      { openWorldHint: false },
      { readOnlyHint: true },
      { readOnlyHint: true, openWorldHint: false },
    ],
  ])('yields consistent annotations for clients %s', (_case, set, annotations, offered) => {
    const under = settingsOf({ 'notes/purge': { override: set } });
    const [tool] = listed(build(toolOf('purge', { annotations }), under));
    expect(tool?.['annotations']).toEqual(offered);
    expect(metaOf(tool)['declared']).toEqual(annotations);
  });

  it('leaves other tools unchanged byte for byte', () => {
    const raw = toolOf('other', { annotations: { readOnlyHint: true, x: null }, _meta: { a: 1 }, z: 1 });
    const beside = String(build(raw, settings).page('tools/list', 'modern', undefined));
    expect(beside).toBe(String(build(raw, NO_HINT_SETTINGS).page('tools/list', 'modern', undefined)));
    expect(beside).not.toContain('"declared":');
    expect(build(raw, settings).tools[0]?.override).toEqual({});
  });
});

describe('trust', () => {
  it('changes the effective hints, not the sent annotations', () => {
    const raw = toolOf('list_notes', { annotations: { readOnlyHint: true } });
    const none = build(raw, { of: () => ({ ...PLAIN_SETTINGS, trust: 'none' }) });
    expect(none.tools[0]?.resolution.class).toBe('destructive');
    const [offered] = listed(none);
    expect(offered?.['annotations']).toEqual({ readOnlyHint: true });
    expect(metaOf(offered)).not.toHaveProperty('declared');
  });
});

describe('new settings', () => {
  const offers = [
    offerOf('notes', { tools: [toolOf('purge'), toolOf('list')] }),
    offerOf('files', { tools: [toolOf('read')] }),
  ];

  it('re-resolve only affected tools, without reading definitions again', () => {
    let settings: HintSettings = NO_HINT_SETTINGS;
    const builder = createCatalogBuilder(OPTIONS, () => settings);
    const before = builder.build(offers);
    before.page('tools/list', 'modern', undefined);
    vi.clearAllMocks();
    settings = settingsOf({ 'notes/purge': { override: { readOnlyHint: true } } });
    const after = builder.build(offers);
    expect(annotations.infer).not.toHaveBeenCalled();
    expect(annotations.weigh).toHaveBeenCalledTimes(1);
    expect(after.tools.map((tool, index) => tool === before.tools[index])).toEqual([false, true, true]);
    expect(after.toolsByName.get('notes__purge')?.resolution.class).toBe('read');
    const print = vi.spyOn(JSON, 'stringify');
    after.page('tools/list', 'modern', undefined);
    const printed = print.mock.calls.length;
    print.mockRestore();
    expect(printed).toBe(1);
  });

  it('that are equal change nothing', () => {
    let settings = settingsOf({ 'notes/purge': { override: { readOnlyHint: true } } });
    const builder = createCatalogBuilder(OPTIONS, () => settings);
    const before = builder.build(offers);
    settings = settingsOf({ 'notes/purge': { override: { readOnlyHint: true } } });
    expect(builder.build(offers).tools).toEqual(before.tools);
    expect(builder.build(offers).tools[0]).toBe(before.tools[0]);
  });

  it('apply to later tools', () => {
    const builder = createCatalogBuilder(OPTIONS, () =>
      settingsOf({ 'notes/new': { override: { readOnlyHint: true } } }),
    );
    builder.build(offers);
    const { toolsByName } = builder.build([offerOf('notes', { tools: [toolOf('new')] })]);
    expect(toolsByName.get('notes__new')?.resolution.class).toBe('read');
  });

  it('can be applied in advance, in slices', async () => {
    let settings: HintSettings = NO_HINT_SETTINGS;
    const builder = createCatalogBuilder(OPTIONS, () => settings);
    builder.build(offers);
    settings = { of: () => ({ ...PLAIN_SETTINGS, trust: 'none' }) };
    let pauses = 0;
    const pause = () => {
      pauses++;
      return undefined;
    };
    await builder.study(offers, pause);
    expect(pauses).toBe(3);
    vi.clearAllMocks();
    builder.build(offers);
    expect(annotations.weigh).not.toHaveBeenCalled();
    await builder.study(offers, pause);
    expect(pauses).toBe(3);
  });
});
