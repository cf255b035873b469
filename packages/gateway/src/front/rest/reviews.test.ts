import { err, fingerprint, HINT_NAMES, ok, resolve, type ToolDefinition } from '@toolmark/annotations';
import { apiErrorSchema, gatewayStatusSchema, reviewListSchema, reviewSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { ChangeAuthor } from '../../calls/hints/change-problem.ts';
import type { RestDeps } from './deps.ts';
import { aCatalog, aTool, DELETE_NOTE, LIST_NOTES } from './fixtures/a-gateway.ts';
import { get } from './fixtures/api.ts';
import { OK_STANDING, OK_STANDINGS } from './fixtures/no-policy.ts';
import { jsonRequest } from './fixtures/requests.ts';

const SCHEMA = { inputSchema: { type: 'object' } };
const ADD_NOTE: ToolDefinition = { name: 'add_note', ...SCHEMA, annotations: { destructiveHint: false } };
const GET_NOTE: ToolDefinition = { ...LIST_NOTES, name: 'get_note', title: 'Get Note' };
const PLAIN: ToolDefinition = { name: 'plain', ...SCHEMA };
const PATH = '/servers/notes/review';
const REVIEWED = { at: '2026-11-16T05:00:00.000Z', author: 'ada', claims: ['readOnlyHint'] } as const;

/** A server under review with some accepted tools. */
function reviewing(accepted: readonly string[] = []) {
  const done: (readonly [string, readonly string[], ChangeAuthor])[] = [];
  const standings: RestDeps['standings'] = {
    ...OK_STANDINGS,
    view: ({ definition: { name } }) =>
      accepted.includes(name) ? { ...OK_STANDING, reviewed: REVIEWED } : OK_STANDING,
    reviewedOf: (_server, tool) => (accepted.includes(tool) ? HINT_NAMES : []),
    acceptAll: (tools, by) => {
      done.push(['accept', tools.map(({ tool }) => tool.definition.name), by]);
      return Promise.resolve(ok(undefined));
    },
    withdraw: (tools, by) => {
      done.push(['withdraw', tools.map(({ definition }) => definition.name), by]);
      return Promise.resolve(ok(undefined));
    },
  };
  const tools = [ADD_NOTE, LIST_NOTES, DELETE_NOTE, GET_NOTE, PLAIN].map((definition) => ({
    ...aTool('notes', definition),
    resolution: resolve(definition, {
      trust: 'review',
      reviewed: accepted.includes(definition.name) ? HINT_NAMES : [],
    }),
  }));
  const catalog = aCatalog({ tools });
  const deps: Partial<RestDeps> = {
    standings,
    catalog: () => catalog,
    trustOf: (server) => (server === 'notes' ? 'review' : 'declared'),
  };
  return { done, deps };
}

describe('GET /reviews', () => {
  it('lists servers under review with their numbers', async () => {
    const { value } = await get(reviewListSchema, '/reviews', 'GET', reviewing(['get_note']).deps);
    expect(value).toEqual({
      reviews: [{ server: 'notes', trust: 'review', waiting: 3, suspicious: 1, accepted: 1 }],
      total: 1,
    });
  });
});

describe('GET /servers/{name}/review', () => {
  it('has suspicious tools separately with the reason, and the others grouped by claims', async () => {
    const { value } = await get(reviewSchema, PATH, 'GET', reviewing(['get_note']).deps);
    expect(value.suspicious_tools).toEqual([
      expect.objectContaining({
        tool: 'delete_note',
        claims: ['readOnlyHint'],
        class: 'destructive',
        reasons: ["The name says 'delete', but readOnlyHint=true is declared."],
        fingerprint: await fingerprint(DELETE_NOTE),
        reviewed: null,
      }),
    ]);
    expect(value.groups.map(({ claims, class: of, tools }) => [of, claims, tools.map(({ tool }) => tool)])).toEqual([
      ['read', HINT_NAMES, ['list_notes']],
      ['additive', ['destructiveHint'], ['add_note']],
    ]);
    expect(value.accepted_tools.map(({ tool, reviewed }) => [tool, reviewed])).toEqual([['get_note', REVIEWED]]);
  });

  it('excludes disabled tools and tools without claims', async () => {
    const { deps } = reviewing();
    const tools = deps.catalog?.().tools.map((tool) => ({ ...tool, curation: { ...tool.curation, enabled: false } }));
    const { value } = await get(reviewSchema, PATH, 'GET', {
      ...deps,
      catalog: () => aCatalog({ tools: tools ?? [] }),
    });
    expect(value).toMatchObject({ waiting: 0, suspicious_tools: [], groups: [], accepted_tools: [] });
  });

  it('rejects an unknown server', async () => {
    expect((await get(apiErrorSchema, '/servers/note/review', 'GET', reviewing().deps)).status).toBe(404);
  });
});

describe('POST /servers/{name}/review', () => {
  const seen = async (...tools: readonly ToolDefinition[]) => ({
    tools: await Promise.all(tools.map(async (tool) => ({ tool: tool.name, fingerprint: await fingerprint(tool) }))),
  });

  it('accepts the reviewed definitions in the name of the credential, and returns the rest', async () => {
    const { done, deps } = reviewing();
    const body = await seen(LIST_NOTES, GET_NOTE);
    const { status, value } = await get(reviewSchema, PATH, jsonRequest('POST', body), deps);
    expect([status, value.server]).toEqual([200, 'notes']);
    expect(done).toEqual([['accept', ['list_notes', 'get_note'], { author: 'ada', reason: null }]]);
  });

  it('accepts none if one does not exist', async () => {
    const { done, deps } = reviewing();
    const body = await seen(LIST_NOTES, { name: 'list_note' });
    const { status, value } = await get(apiErrorSchema, PATH, jsonRequest('POST', body), deps);
    expect([status, value.error.suggestions]).toEqual([404, ['list_notes']]);
    expect(done).toEqual([]);
  });

  it('reports a conflict', async () => {
    const { deps } = reviewing();
    const acceptAll = () =>
      Promise.resolve(err({ kind: 'conflict' as const, message: 'notes/list_notes is another one.' }));
    const standings = { ...OK_STANDINGS, acceptAll };
    const { status, value } = await get(apiErrorSchema, PATH, jsonRequest('POST', await seen(LIST_NOTES)), {
      ...deps,
      standings,
    });
    expect([status, value.error.message]).toEqual([409, 'notes/list_notes is another one.']);
  });

  it.each([
    ['nothing', { tools: [] }],
    ['no fingerprint', { tools: [{ tool: 'list_notes' }] }],
    ['an author in the body', { tools: [{ tool: 'x', fingerprint: { hints: '', prose: '' } }], author: 'eve' }],
  ])('rejects %s', async (_case, body) => {
    expect((await get(apiErrorSchema, PATH, jsonRequest('POST', body), reviewing().deps)).status).toBe(400);
  });
});

it('POST /servers/{name}/review/undo withdraws an acceptance', async () => {
  const { done, deps } = reviewing(['get_note']);
  await get(reviewSchema, `${PATH}/undo`, jsonRequest('POST', { tools: ['get_note'] }), deps);
  expect(done).toEqual([['withdraw', ['get_note'], { author: 'ada', reason: null }]]);
});

it('GET /status counts the tools that wait for a review', async () => {
  expect((await get(gatewayStatusSchema, '/status', 'GET', reviewing(['get_note']).deps)).value.unreviewed_tools).toBe(
    3,
  );
});
