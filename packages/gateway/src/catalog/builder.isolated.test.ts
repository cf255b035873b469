import * as annotations from '@toolmark/annotations';
import { type JsonObject, parseJson } from '@toolmark/base';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_OFFER } from '../../../upstream/src/server.ts';
import type { Catalog, CatalogOptions, NamedOffer } from '../model/catalog.ts';
import { createCatalogBuilder } from './builder.ts';
import { OPTIONS, offerOf, toolOf } from './fixtures/offers.ts';
import { MAX_DEFINITION_CHARACTERS } from './limits.ts';

vi.mock('@toolmark/annotations', { spy: true });
beforeEach(() => vi.clearAllMocks());

const build = (offers: readonly NamedOffer[], options: Partial<CatalogOptions> = {}): Catalog =>
  createCatalogBuilder({ ...OPTIONS, ...options }).build(offers);
const listed = (
  catalog: Catalog,
  list: 'tools/list' | 'prompts/list',
  era: 'modern' | 'legacy' = 'legacy',
): JsonObject => JSON.parse(String(catalog.page(list, era, undefined)));

describe('a catalog', () => {
  it('has every tool in config order with its details', () => {
    const remove = toolOf('delete_note', {
      annotations: { readOnlyHint: true, idempotentHint: true },
      title: 'Delete',
    });
    const catalog = build([
      offerOf('notes', { tools: [toolOf('search'), remove] }),
      offerOf('empty', {}),
      offerOf('files', { tools: [toolOf('search')] }),
    ]);
    expect(catalog.tools.map(({ exposed }) => exposed)).toEqual([
      'notes__search',
      'notes__delete_note',
      'files__search',
    ]);
    expect(catalog.servers).toEqual(['notes', 'empty', 'files']);
    expect(catalog.problems).toEqual([]);
    const tool = catalog.toolsByName.get('notes__delete_note');
    expect(tool).toMatchObject({ server: 'notes', exposed: 'notes__delete_note', repairs: [], paramHeaders: [] });
    expect(tool?.definition).toBe(remove);
    expect(tool?.resolution).toEqual(annotations.resolve(remove));
    expect(tool?.findings.map(({ code }) => code)).toContain('TM401');
  });

  it('sends definitions unchanged except for the name and our _meta', () => {
    const raw = toolOf('delete_note', {
      zebra: 1,
      annotations: { readOnlyHint: true, idempotentHint: true, unknown: null },
      _meta: { 'com.example/a': 1, 'io.toolmark/annotations': { class: 'read' } },
      last: [],
    });
    const catalog = build([offerOf('notes', { tools: [raw] })]);
    const ours = {
      server: 'notes',
      class: 'destructive',
      title: 'delete_note',
      hints: {
        readOnlyHint: { value: false, source: 'inferred' },
        destructiveHint: { value: true, source: 'default' },
        idempotentHint: { value: true, source: 'declared' },
        openWorldHint: { value: true, source: 'default' },
      },
      contradicted: ['readOnlyHint'],
    };
    const expected = {
      ...raw,
      name: 'notes__delete_note',
      _meta: { 'com.example/a': 1, 'io.toolmark/annotations': ours },
    };
    expect(String(catalog.page('tools/list', 'legacy', undefined))).toBe(JSON.stringify({ tools: [expected] }));
    expect(catalog.problems).toEqual([
      {
        server: 'notes',
        message: `Tool 'delete_note': _meta["io.toolmark/annotations"] of the server is replaced by ours`,
      },
    ]);
  });

  it('marks results as complete in 2026-07-28', () => {
    const caching = { ...EMPTY_OFFER.caching, tools: { ttlMs: 1_000, cacheScope: 'public' } } as const;
    const catalog = build([offerOf('notes', { tools: [], caching })]);
    expect(listed(catalog, 'prompts/list', 'modern')).toMatchObject({ ttlMs: 5_000, cacheScope: 'private' });
    expect(listed(catalog, 'tools/list', 'modern')).toEqual({
      tools: [],
      resultType: 'complete',
      ttlMs: 1_000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': OPTIONS.serverInfo },
    });
  });

  it('offers prompts, resources and templates of all servers', () => {
    const resources = [{ uri: 'x://a', name: 'a' }];
    const resourceTemplates = [{ uriTemplate: 'x://{b}', name: 'b' }];
    const prompts = [{ name: 'ask', description: 'Ask' }];
    const catalog = build([
      offerOf('one', { resources, resourceTemplates, prompts }),
      offerOf('two', { resources, resourceTemplates, prompts }),
    ]);
    const parse = (list: 'prompts/list' | 'resources/list' | 'resources/templates/list'): JsonObject =>
      JSON.parse(String(catalog.page(list, 'legacy', undefined)));
    expect(parse('prompts/list')).toEqual({
      prompts: [
        { name: 'one__ask', description: 'Ask' },
        { name: 'two__ask', description: 'Ask' },
      ],
    });
    expect(parse('resources/list')).toEqual({
      resources: [
        { uri: 'x://a', name: 'a' },
        { uri: 'toolmark://two/x://a', name: 'a' },
      ],
    });
    expect(parse('resources/templates/list')).toEqual({
      resourceTemplates: [
        { uriTemplate: 'x://{b}', name: 'b' },
        { uriTemplate: 'toolmark://two/x://{b}', name: 'b' },
      ],
    });
    expect(catalog.promptsByName.get('two__ask')).toEqual({
      server: 'two',
      original: 'ask',
      exposed: 'two__ask',
      raw: prompts[0],
    });
    expect(catalog.resources[1]).toMatchObject({ server: 'two', original: 'x://a', exposed: 'toolmark://two/x://a' });
    expect(catalog.routesOf('toolmark://two/x://c')).toEqual([{ server: 'two', uri: 'x://c' }]);
  });

  it('changes no name in transparent mode', () => {
    const catalog = build(
      [
        offerOf('only', {
          tools: [toolOf('files.read it')],
          prompts: [{ name: 'a b' }],
          resources: [{ uri: 'toolmark://only/x', name: 'x' }],
        }),
      ],
      { transparent: true },
    );
    expect([...catalog.toolsByName.keys(), ...catalog.promptsByName.keys()]).toEqual(['files.read it', 'a b']);
    expect(catalog.resources[0]?.exposed).toBe('toolmark://only/x');
  });

  it('has the arguments that are mirrored into headers', () => {
    const inputSchema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
    const bad = { type: 'object', properties: { region: { type: 'number', 'x-mcp-header': 'Region' } } };
    const catalog = build([
      offerOf('db', {
        tools: [
          { name: 'good', inputSchema },
          { name: 'bad', inputSchema: bad },
        ],
      }),
    ]);
    expect(catalog.tools.map(({ paramHeaders }) => paramHeaders)).toEqual([
      [{ header: 'mcp-param-region', path: ['region'] }],
      [],
    ]);
    expect(catalog.problems.map(({ message }) => message)).toEqual([
      `Tool 'bad': clients of 2026-07-28 must leave it out, because x-mcp-header "Region" is on a parameter of type "number"`,
    ]);
  });

  it('fingerprints the original definition, once', async () => {
    const raw = toolOf('x', { annotations: { readOnlyHint: 'broken' } });
    const [tool] = build([offerOf('notes', { tools: [raw] })]).tools;
    expect(await tool?.fingerprint()).toEqual(await annotations.fingerprint(raw));
    expect(tool?.fingerprint()).toBe(tool?.fingerprint());
  });
});

describe('invalid entries', () => {
  const deep = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`);
  const huge = toolOf('huge', { description: 'x'.repeat(MAX_DEFINITION_CHARACTERS) });

  it.each<[string, unknown, RegExp]>([
    ['a text', 'tool', /^Tool number 2 is "tool" and not a definition, and is left out$/],
    ['null', null, /^Tool number 2 is null and not a definition/],
    ['no name', { inputSchema: {} }, /^Tool number 2 has no name and is left out$/],
    ['a name of another type', toolOf('x', { name: 7 }), /^Tool number 2 has no name/],
    ['an empty name', toolOf(''), /^Tool number 2 has an empty name and is left out$/],
    ['too deep', toolOf('deep', { deep }), /^Tool number 2 is nested deeper than 200 levels/],
    ['too large', huge, /^Tool 'huge' has \d+ characters, more than 262144, and is left out$/],
    [
      'a duplicate name',
      toolOf('first', { title: 'Second' }),
      /^Tool 'first' is listed more than once; the stricter definition is used$/,
    ],
  ])('%s is skipped alone', (_case, bad, message) => {
    const catalog = build([offerOf('odd', { tools: [toolOf('first'), bad, toolOf('last')] })]);
    expect(catalog.tools.map(({ exposed }) => exposed)).toEqual(['odd__first', 'odd__last']);
    expect(catalog.problems).toEqual([{ server: 'odd', message: expect.stringMatching(message) }]);
  });

  it('a duplicate prompt is offered once, a duplicate resource as often as it is listed', () => {
    const catalog = build([
      offerOf('odd', {
        prompts: [{ name: 'a' }, { name: 'a', title: 'Again' }],
        resources: [
          { uri: 'x://a', name: 'a' },
          { uri: 'x://a', name: 'also a' },
        ],
      }),
    ]);
    expect(listed(catalog, 'prompts/list')).toEqual({ prompts: [{ name: 'odd__a' }] });
    expect(catalog.resources).toHaveLength(2);
    expect(catalog.problems).toEqual([
      { server: 'odd', message: "Prompt 'a' is listed more than once; the first one is used" },
    ]);
  });

  it('reports repairs and keeps the original definition', () => {
    const raw = toolOf('x', { annotations: null });
    const catalog = build([offerOf('odd', { tools: [raw], resources: [{ uri: 'x://y' }] })]);
    expect(catalog.tools[0]?.definition).toBe(raw);
    expect(catalog.tools[0]?.repairs).toEqual(['annotations is null and not an object, and is left out']);
    expect(catalog.tools[0]?.findings.map(({ code }) => code)).toContain('TM106');
    expect(catalog.problems.map(({ message }) => message)).toEqual([
      "Tool 'x': annotations is null and not an object, and is left out",
      "Resource 'x://y': name is missing; replaced by its URI",
    ]);
  });
});

describe('rebuilding', () => {
  const offers = Array.from({ length: 50 }, (_, index) =>
    offerOf(`server${index}`, { tools: [toolOf('read'), toolOf('write')], prompts: [{ name: 'ask' }] }),
  );

  it('processes only new definitions', () => {
    const builder = createCatalogBuilder(OPTIONS);
    const before = builder.build(offers);
    before.page('tools/list', 'modern', undefined);
    expect(annotations.infer).toHaveBeenCalledTimes(100);
    expect(annotations.weigh).toHaveBeenCalledTimes(100);
    vi.clearAllMocks();

    const after = builder.build(offers.with(7, offerOf('server7', { tools: [toolOf('read'), toolOf('new')] })));
    expect(annotations.infer).toHaveBeenCalledTimes(2);
    expect(annotations.weigh).toHaveBeenCalledTimes(2);
    expect(after.toolsByName.has('server7__new')).toBe(true);
    expect(after.toolsByName.has('server7__write')).toBe(false);
    expect(after.tools.filter((tool, index) => tool !== before.tools[index]).map(({ server }) => server)).toEqual([
      'server7',
      'server7',
    ]);
  });

  it('serializes only new entries', () => {
    const builder = createCatalogBuilder(OPTIONS);
    builder.build(offers).page('tools/list', 'modern', undefined);
    const after = builder.build(offers.with(7, offerOf('server7', { tools: [toolOf('read'), toolOf('new')] })));
    const print = vi.spyOn(JSON, 'stringify');
    after.page('tools/list', 'modern', undefined);
    const printed = print.mock.calls.length;
    print.mockRestore();
    expect(printed).toBe(2);
  });

  it('reuses results for a known definition in a new list', () => {
    const builder = createCatalogBuilder(OPTIONS);
    const kept = toolOf('kept');
    builder.build([offerOf('a', { tools: [kept, toolOf('gone')] })]);
    vi.clearAllMocks();
    const { tools } = builder.build([offerOf('a', { tools: [toolOf('new'), kept] })]);
    expect(tools.map(({ exposed }) => exposed)).toEqual(['a__new', 'a__kept']);
    expect(annotations.infer).toHaveBeenCalledTimes(1);
  });

  it('lints on demand, once per server', () => {
    const builder = createCatalogBuilder(OPTIONS);
    const catalog = builder.build(offers);
    expect(annotations.lint).not.toHaveBeenCalled();
    for (const { findings } of catalog.tools.slice(0, 4)) expect(findings.length).toBeGreaterThan(0);
    expect(annotations.lint).toHaveBeenCalledTimes(2);
  });

  it('reads only new lists', () => {
    const builder = createCatalogBuilder(OPTIONS);
    const prompts = [{ name: 'ask' }];
    const resources = [{ uri: 'x://a', name: 'a' }];
    const before = builder.build([offerOf('a', { prompts, resources })]);
    const after = builder.build([offerOf('a', { prompts, resources: [{ uri: 'x://b', name: 'b' }] })]);
    expect(after.prompts[0]).toBe(before.prompts[0]);
    expect(after.resources.map(({ exposed }) => exposed)).toEqual(['x://b']);
    expect(after.routesOf('x://b')).toEqual([{ server: 'a', uri: 'x://b' }]);
    expect(after.routesOf('x://a')).toEqual([]);
  });

  it('renames a tool while another one has its exact name', () => {
    const builder = createCatalogBuilder(OPTIONS);
    const spaced = offerOf('My Server', { tools: [toolOf('x')] });
    const [alone] = builder.build([spaced]).tools;
    const rival = offerOf('My-Server', { tools: [toolOf(String(alone?.exposed).slice('My-Server__'.length))] });
    const together = builder.build([spaced, rival]);
    expect(together.toolsByName.get(String(alone?.exposed))?.server).toBe('My-Server');
    expect(together.toolsByName.size).toBe(2);
    expect(builder.build([spaced]).tools[0]?.exposed).toBe(alone?.exposed);
  });
});

describe('studying in advance', () => {
  it('calls pause after every tool, and leaves no work for later', async () => {
    const builder = createCatalogBuilder(OPTIONS);
    const reads: string[] = [];
    const tools = ['a', 'b', 'c'].map((name) => ({
      ...toolOf(name),
      get description() {
        reads.push(name);
        return 'x';
      },
    }));
    const offers = [offerOf('notes', { tools: [...tools, 'none'] }), offerOf('other', {})];
    let pauses = 0;
    await builder.study(offers, () => {
      pauses++;
      return pauses === 2 ? Promise.resolve() : undefined;
    });
    expect(pauses).toBe(4);
    expect(new Set(reads)).toEqual(new Set(['a', 'b', 'c']));
    reads.length = 0;
    expect(builder.build(offers).tools.map(({ exposed }) => exposed)).toEqual(['notes__a', 'notes__b', 'notes__c']);
    expect(reads).toEqual([]);
    await builder.study(offers, () => {
      pauses++;
      return undefined;
    });
    expect(pauses).toBe(4);
  });
});

describe('numbers that do not fit into a double', () => {
  const json =
    '{"name":"x","inputSchema":{"type":"object","properties":{"n":{"maximum":18446744073709551615}}},"outputSchema":{"type":"object","properties":{"n":{"maximum":18446744073709551615}}},"_meta":{"n":1e400}}';

  it('are offered exactly, in both eras', () => {
    const catalog = build([offerOf('s', { tools: [parseJson(json)] })]);
    for (const era of ['modern', 'legacy'] as const) {
      const text = String(catalog.page('tools/list', era, undefined));
      expect(text.split('18446744073709551615')).toHaveLength(3);
      expect(text).toContain('"n":1e400');
    }
    expect(catalog.problems).toEqual([]);
  });

  it('yield the same fingerprint as for parsers with doubles', async () => {
    const [exact] = build([offerOf('s', { tools: [parseJson(json)] })]).tools;
    const [plain] = build([offerOf('s', { tools: [JSON.parse(json)] })]).tools;
    expect(await exact?.fingerprint()).toEqual(await plain?.fingerprint());
  });

  it.each([
    ['size', '12345678901234567890', true],
    ['size', '1e400', false],
    ['annotations', '12345678901234567890', false],
    ['annotations', '{"priority":0.12345678901234567890}', true],
    ['annotations', '{"priority":12345678901234567890}', false],
    ['_meta', '12345678901234567890', false],
    ['title', '12345678901234567890', false],
  ])('as %s: %s is kept: %s', (key, value, isKept) => {
    const resource = parseJson(`{"uri":"x:a","name":"a","${key}":${value}}`);
    const catalog = build([offerOf('s', { resources: [resource] })]);
    expect(String(catalog.page('resources/list', 'modern', undefined)).includes(`"${key}":${value}`)).toBe(isKept);
    expect(catalog.problems).toHaveLength(isKept ? 0 : 1);
  });
});
