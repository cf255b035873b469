import type { JsonObject } from '@toolmark/base';
import type { CurationConfig } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../model/catalog.ts';
import { createCatalogBuilder } from './builder.ts';
import { indexCurations, resolveAliases, UNCURATED } from './curation.ts';
import { OPTIONS, offerOf, toolOf } from './fixtures/offers.ts';
import { createHintSettings } from './hints/create-hint-settings.ts';

const NOTES = offerOf('notes', {
  tools: [
    toolOf('delete_note', {
      title: 'Delete ReportRepair',
      description: 'Deletes a note.',
      annotations: { title: 'Delete', readOnlyHint: false },
      _meta: { 'com.example/a': 1 },
    }),
    toolOf('add_note'),
    toolOf('list_notes', { _meta: { 'io.toolmark/original': { title: 'forged' } } }),
  ],
});

function build(curations: readonly CurationConfig[]): Catalog {
  const settings = createHintSettings({
    overrides: [],
    trustOf: () => 'declared',
    curationOf: indexCurations(curations),
  });
  return createCatalogBuilder(OPTIONS, () => settings).build([NOTES]);
}

const listed = (catalog: Catalog): readonly JsonObject[] =>
  (JSON.parse(String(catalog.page('tools/list', 'modern', undefined))) as { tools: JsonObject[] }).tools;
const names = (catalog: Catalog): readonly unknown[] => listed(catalog).map(({ name }) => name);

describe('the curation of a tool', () => {
  const of = indexCurations([
    { server: '*', tool: '*', enabled: false },
    { server: 'notes', tool: 'list_*', enabled: true },
    { server: 'notes', tool: 'list_notes', title: 'All notes' },
  ]);
  it.each([
    ['files', 'read', { ...UNCURATED, enabled: false }],
    ['notes', 'list_tags', UNCURATED],
    ['notes', 'list_notes', { ...UNCURATED, title: 'All notes' }],
  ])('%s/%s: takes each field from the most specific entry', (server, tool, expected) => {
    expect(of(server, tool)).toEqual(expected);
  });

  it('is the original without entries', () => {
    expect(indexCurations([])('notes', 'x')).toBe(UNCURATED);
    expect(of('notes', 'list_tags')).toEqual(
      indexCurations([{ server: 'a', tool: 'b', enabled: false }])('notes', 'x'),
    );
  });
});

describe('new names', () => {
  it.each<[string, readonly (readonly [string, string | null])[], readonly string[]]>([
    [
      'are applied',
      [
        ['a', 'b'],
        ['c', null],
      ],
      ['b', 'c'],
    ],
    [
      'can be swapped',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['b', 'a'],
    ],
    ['can equal the original name', [['a', 'a']], ['a']],
    [
      'are ignored if another tool has the name',
      [
        ['a', 'b'],
        ['b', null],
      ],
      ['a', 'b'],
    ],
    [
      'go to the first of two tools',
      [
        ['a', 'x'],
        ['b', 'x'],
      ],
      ['x', 'b'],
    ],
    [
      'leave every tool with a name',
      [
        ['a', 'b'],
        ['b', null],
        ['c', 'a'],
      ],
      ['a', 'b', 'c'],
    ],
  ])('%s', (_, tools, expected) => {
    expect(resolveAliases(tools.map(([original, alias]) => ({ original, alias })))).toEqual(expected);
  });
});

describe('a curated tool', () => {
  it('is in no list when disabled, but can be looked up', () => {
    const catalog = build([{ server: 'notes', tool: 'delete_*', enabled: false }]);
    expect(names(catalog)).toEqual(['notes__add_note', 'notes__list_notes']);
    expect(catalog.toolsByName.get('notes__delete_note')?.curation.enabled).toBe(false);
    expect(catalog.tools).toHaveLength(3);
  });

  it('has its new texts, the originals in _meta, and unchanged hints', () => {
    const before = build([]).toolsByName.get('notes__delete_note');
    const catalog = build([
      { server: 'notes', tool: 'delete_note', name: 'look', title: 'Look', description: 'Only looks.' },
    ]);
    expect(listed(catalog)[0]).toMatchObject({
      name: 'notes__look',
      title: 'Look',
      description: 'Only looks.',
      annotations: { title: 'Look', readOnlyHint: false },
      _meta: {
        'com.example/a': 1,
        'io.toolmark/original': { name: 'delete_note', title: 'Delete ReportRepair', description: 'Deletes a note.' },
        'io.toolmark/annotations': { class: 'destructive', title: 'Look' },
      },
    });
    const tool = catalog.toolsByName.get('notes__look');
    expect(catalog.toolsByName.has('notes__delete_note')).toBe(false);
    expect(tool?.definition).toBe(before?.definition);
    expect({ ...tool?.resolution, title: null }).toEqual({ ...before?.resolution, title: null });
    expect(tool?.resolution.title).toEqual({ value: 'Look', source: 'title' });
  });

  it('cannot fake original texts', () => {
    const catalog = build([]);
    expect(listed(catalog)[2]?.['_meta']).not.toHaveProperty('io.toolmark/original');
    expect(catalog.toolsByName.get('notes__list_notes')?.repairs).toEqual([
      '_meta["io.toolmark/original"] of the server is left out',
    ]);
  });

  it('is the same object unless its presentation changes', () => {
    let curations: readonly CurationConfig[] = [];
    const settingsOf = () =>
      createHintSettings({ overrides: [], trustOf: () => 'declared', curationOf: indexCurations(curations) });
    let settings = settingsOf();
    const builder = createCatalogBuilder(OPTIONS, () => settings);
    const [first, second] = builder.build([NOTES]).tools;
    curations = [{ server: 'notes', tool: 'delete_note', title: 'Other' }];
    settings = settingsOf();
    const after = builder.build([NOTES]).tools;
    expect([after[0] === first, after[1] === second]).toEqual([false, true]);
  });
});
