import { fingerprint, predictClients } from '@toolmark/annotations';
import { apiErrorSchema, type Override, toolDetailSchema, toolListSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { RestDeps } from './deps.ts';
import { aCatalog, aTool, BARE, DELETE_NOTE, LIST_NOTES } from './fixtures/a-gateway.ts';
import { get } from './fixtures/api.ts';
import { NO_OVERRIDES, OK_STANDING, OK_STANDINGS } from './fixtures/no-policy.ts';

const OVERRIDE: Override = {
  server: 'notes',
  tool: 'list_*',
  hints: { openWorldHint: true },
  reason: null,
  author: null,
  at: null,
  origin: 'config',
};

/** In `notes`, `delete_note` is held and `list_notes` has an override; `create_issue` has changed. */
const DECIDED: Partial<RestDeps> = {
  standings: {
    ...OK_STANDINGS,
    view: ({ definition: { name } }) => ({
      ...OK_STANDING,
      state: name === 'delete_note' ? 'held' : name === 'create_issue' ? 'changed' : 'ok',
    }),
  },
  overrides: { ...NO_OVERRIDES, of: (_server, tool) => (tool === 'list_notes' ? OVERRIDE : undefined) },
  trustOf: (server) => (server === 'notes' ? 'verified' : 'declared'),
};

describe('GET /tools', () => {
  const names = async (query: string) =>
    (await get(toolListSchema, `/tools?${query}`)).value.tools.map(({ name }) => name);

  it.each<[string, readonly string[]]>([
    ['', ['list_notes', 'delete_note', 'files/read 你好', 'create_issue']],
    ['server=issues', ['create_issue']],
    ['server=off', []],
    ['class=read', ['list_notes']],
    ['class=destructive&server=notes', ['delete_note', 'files/read 你好']],
    ['q=NOTES', ['list_notes', 'delete_note', 'files/read 你好']],
    ['q=list+folder', ['list_notes']],
    ['q=issue+notes', []],
    ['q=%E4%BD%A0', ['files/read 你好']],
    ['readOnlyHint=true', ['list_notes']],
    ['readOnlyHint=false', ['delete_note', 'files/read 你好', 'create_issue']],
    ['readOnlyHint=absent', ['files/read 你好', 'create_issue']],
    ['openWorldHint=false', ['list_notes']],
    ['contradicted=true', ['delete_note']],
    ['contradicted=false&server=notes', ['list_notes', 'files/read 你好']],
    ['limit=2', ['list_notes', 'delete_note']],
    ['limit=2&offset=3', ['create_issue']],
    ['offset=99', []],
  ])('?%s', async (query, expected) => expect(await names(query)).toEqual(expected));

  it.each<[string, readonly string[]]>([
    ['standing=held', ['delete_note']],
    ['standing=changed', ['create_issue']],
    ['standing=ok', ['list_notes', 'files/read 你好']],
    ['overridden=true', ['list_notes']],
    ['overridden=false&server=notes', ['delete_note', 'files/read 你好']],
    ['standing=ok&overridden=true', ['list_notes']],
  ])('?%s', async (query, expected) => {
    const { value } = await get(toolListSchema, `/tools?${query}`, 'GET', DECIDED);
    expect([value.tools.map(({ name }) => name), value.total]).toEqual([expected, expected.length]);
  });

  it('shows overrides, standing and policy of each tool', async () => {
    const { value } = await get(toolListSchema, '/tools?server=notes&limit=2', 'GET', DECIDED);
    expect(value.tools).toMatchObject([
      { standing: { state: 'ok' }, override: OVERRIDE, trust: 'verified', policy: { decision: 'allow' } },
      { standing: { state: 'held' }, override: null, trust: 'verified', policy: { decision: 'ask' } },
    ]);
  });

  it('counts all matches, not only the page', async () => {
    const { value } = await get(toolListSchema, '/tools?limit=1&server=notes');
    expect([value.tools.length, value.total]).toEqual([1, 3]);
  });

  it('distinguishes absent annotations, null and other values', async () => {
    const { value } = await get(toolListSchema, '/tools');
    expect(value.tools.map((tool) => ('annotations' in tool ? tool.annotations : 'absent'))).toEqual([
      LIST_NOTES['annotations'],
      { readOnlyHint: true },
      'absent',
      null,
    ]);
  });

  it('lists all problems of a query at once', async () => {
    const { status, value } = await get(apiErrorSchema, '/tools?limit=0&class=write&offset=-1&Q=x&server=a&server=b');
    expect(status).toBe(400);
    expect(value.error.problems).toEqual([
      { path: 'server', message: 'may be given once' },
      { path: 'class', message: 'must be one of: read, additive, destructive' },
      { path: 'limit', message: 'must be at least 1' },
      { path: 'offset', message: 'must be a whole number' },
      { path: 'Q', message: expect.stringContaining('is not a parameter here; use: server, class, q,') },
    ]);
  });

  it.each([
    'limit=1001',
    'limit=1e3',
    'limit=',
    'readOnlyHint=yes',
    'standing=no',
    'overridden=1',
    `q=${'x'.repeat(201)}`,
    '__proto__=1',
  ])('?%s is an invalid query', async (query) =>
    expect((await get(apiErrorSchema, `/tools?${query}`)).status).toBe(400),
  );

  it('rejects an unknown server', async () => {
    const { status, value } = await get(apiErrorSchema, '/tools?server=isues');
    expect([status, value.error.suggestions]).toEqual([404, ['issues']]);
  });
});

describe('GET /tools/{server}/{tool}', () => {
  it('shows all details of a tool', async () => {
    const { value } = await get(toolDetailSchema, '/tools/notes/delete_note');
    expect(value).toMatchObject({
      server: 'notes',
      name: 'delete_note',
      exposed_name: 'notes__delete_note',
      title: 'delete_note',
      title_source: 'name',
      description: null,
      class: 'destructive',
      hints: {
        readOnlyHint: { value: false, source: 'inferred', declared: true },
        destructiveHint: { value: true, source: 'default', declared: null },
      },
      definition: DELETE_NOTE,
      contradictions: [{ hint: 'readOnlyHint', declared: true, message: expect.stringContaining("'delete'") }],
      fingerprint: await fingerprint(DELETE_NOTE),
      clients: predictClients(DELETE_NOTE),
    });
    expect(value.findings.length).toBeGreaterThan(0);
  });

  it.each([DELETE_NOTE, BARE])('predicts client behaviour with hints set by a person: $name', async (definition) => {
    const override = { readOnlyHint: false, destructiveHint: false };
    const tool = { ...aTool('notes', definition), override };
    const deps = { catalog: () => aCatalog({ tools: [tool] }) };
    const { value } = await get(toolDetailSchema, `/tools/${tool.exposed}`, 'GET', deps);
    expect(value.clients).toEqual(predictClients({ name: 'x', annotations: override }));
    expect(value.clients).not.toEqual(predictClients(definition));
    expect(value.definition).toEqual(definition);
  });

  it('lists repairs', async () => {
    const { value } = await get(toolDetailSchema, '/tools/issues/create_issue');
    expect(value).toMatchObject({ repairs: ['annotations was null and is left out'] });
  });

  it.each([
    `/tools/notes/${encodeURIComponent(BARE.name)}`,
    '/tools/notes/notes__files_read___',
    '/tools/notes__files_read___',
  ])('finds a tool with an odd name at %s', async (path) => {
    expect((await get(toolDetailSchema, path)).value.name).toBe(BARE.name);
  });

  it.each<[string, string, readonly string[] | undefined]>([
    ['/tools/notes/list_note', "Server 'notes' has no tool 'list_note'. Did you mean list_notes?", ['list_notes']],
    ['/tools/notes/create_issue', "Server 'notes' has no tool 'create_issue'.", undefined],
    ['/tools/nots/list_notes', "There is no server 'nots'. Did you mean notes?", ['notes']],
    [
      '/tools/notes__delete_notes',
      "There is no tool 'notes__delete_notes'. Did you mean notes__delete_note?",
      ['notes__delete_note'],
    ],
    ['/tools/__proto__', "There is no tool '__proto__'.", undefined],
  ])('%s is not found', async (path, message, suggestions) => {
    const { status, value } = await get(apiErrorSchema, path);
    expect([status, value.error.message, value.error.suggestions]).toEqual([404, message, suggestions]);
  });
});
