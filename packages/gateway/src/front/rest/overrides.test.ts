import { err, ok, type Result } from '@toolmark/annotations';
import {
  apiErrorSchema,
  type Override,
  type OverrideChange,
  overrideAnswerSchema,
  overrideEntriesSchema,
  overrideHistorySchema,
  overrideListSchema,
} from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { overrideSchema as configSchema } from '../../../../config/src/policy-schema.ts';
import type { ChangeProblem } from '../../calls/hints/change-problem.ts';
import type { OverrideSetting } from '../../catalog/hints/override-state.ts';
import type { RestDeps } from './deps.ts';
import { get, OWNERS } from './fixtures/api.ts';
import { NO_OVERRIDES } from './fixtures/no-policy.ts';
import { jsonRequest } from './fixtures/requests.ts';

const override = (tool: string, facts: Partial<Override> = {}): Override => ({
  server: 'notes',
  tool,
  hints: { readOnlyHint: true },
  reason: null,
  author: null,
  at: null,
  origin: 'set',
  ...facts,
});

const IN_CONFIG = override('list_*', { origin: 'config' });
const SET = override('delete_note', { reason: 'it lies', author: 'ada', at: '2026-11-15T12:00:00.000Z' });

const PROBLEMS: readonly (readonly [ChangeProblem, number, string])[] = [
  [{ kind: 'conflict', message: 'It stands in the config. Change it there.' }, 409, 'conflict'],
  [{ kind: 'unwritable', message: 'overrides.json cannot be written.' }, 503, 'unavailable'],
];

const holding = (outcome?: Result<Override | undefined, ChangeProblem>) => {
  const set: (readonly [string, string, OverrideSetting])[] = [];
  const overrides: RestDeps['overrides'] = {
    ...NO_OVERRIDES,
    list: () => [IN_CONFIG, SET],
    set: (server, tool, request) => {
      set.push([server, tool, request]);
      return Promise.resolve(outcome ?? ok(override(tool, { server })));
    },
  };
  return { set, deps: { overrides } };
};

describe('GET /overrides', () => {
  it.each(['', '?format=list'])('lists them with author, reason and time: %j', async (query) => {
    const { value } = await get(overrideListSchema, `/overrides${query}`, 'GET', holding().deps);
    expect(value).toEqual({ overrides: [IN_CONFIG, SET], total: 2 });
  });

  it('returns the format of the config on request', async () => {
    const { value } = await get(overrideEntriesSchema, '/overrides?format=config', 'GET', holding().deps);
    const { origin: _origin, ...entry } = SET;
    expect(value).toEqual([{ server: 'notes', tool: 'list_*', hints: { readOnlyHint: true } }, entry]);
    expect(z.array(configSchema).parse(value)).toEqual(value);
  });

  it.each([
    ['?limit=1', [IN_CONFIG]],
    ['?offset=1', [SET]],
    ['?limit=5&offset=2', []],
  ])('%s returns a page', async (query, overrides) => {
    const { value } = await get(overrideListSchema, `/overrides${query}`, 'GET', holding().deps);
    expect(value).toEqual({ overrides, total: 2 });
  });

  it('has no other format', async () => {
    expect((await get(apiErrorSchema, '/overrides?format=yaml', 'GET', holding().deps)).status).toBe(400);
  });
});

describe('PUT /tools/{server}/{tool}/override', () => {
  const HINTS = { hints: { readOnlyHint: false, destructiveHint: null } };

  it.each<[string, number, readonly [string, string], number, string | null]>([
    ['notes/list_notes', 201, ['notes', 'list_notes'], 1, null],
    // The name for clients.
    ['notes/notes__list_notes', 201, ['notes', 'list_notes'], 1, null],
    ['notes/delete_note', 200, ['notes', 'delete_note'], 1, null],
    ['notes/*_note*', 201, ['notes', '*_note*'], 2, null],
    ['*/*', 201, ['*', '*'], 4, null],
    [
      'notes/list_note',
      201,
      ['notes', 'list_note'],
      0,
      "Server 'notes' has no tool 'list_note'. Did you mean list_notes? The setting applies as soon as it exists.",
    ],
    [
      'nots/list_*',
      201,
      ['nots', 'list_*'],
      0,
      "There is no server 'nots'. Did you mean notes? The setting applies as soon as it exists.",
    ],
    [
      'notes/x*',
      201,
      ['notes', 'x*'],
      0,
      "No tool of server 'notes' matches yet. The setting applies as soon as one does.",
    ],
    ['x*/list_notes', 201, ['x*', 'list_notes'], 0, 'No tool matches yet. The setting applies as soon as one does.'],
  ])('%s: %i', async (path, expected, [server, tool], matching, note) => {
    const { set, deps } = holding();
    const { status, value } = await get(
      overrideAnswerSchema,
      `/tools/${path}/override`,
      jsonRequest('PUT', { ...HINTS, reason: 'r' }),
      deps,
    );
    const { override: set_, matching_tools: count, note: said, is_dry_run: isDryRun } = value;
    expect([status, set_, count, said, isDryRun]).toEqual([
      expected,
      override(tool, { server }),
      matching,
      note,
      false,
    ]);
    expect(set).toEqual([[server, tool, { ...HINTS, reason: 'r', author: 'ada' }]]);
  });

  it.each(OWNERS)('is set by the owner of the credential %j', async (credential, { by }) => {
    const { set, deps } = holding();
    const path = '/tools/notes/list_notes/override';
    const headers = { 'toolmark-client': 'web/1.0' };
    await get(overrideAnswerSchema, path, jsonRequest('PUT', HINTS, headers), deps, credential);
    const forged = jsonRequest('PUT', { ...HINTS, author: 'mallory' }, headers);
    const { status, value } = await get(apiErrorSchema, path, forged, deps, credential);
    expect([status, value.error.message]).toEqual([
      400,
      expect.stringMatching(/^author is determined by the credential/),
    ]);
    expect(set.map(([, , request]) => request.author)).toEqual([by]);
  });

  it('reports that no override is left', async () => {
    const { deps } = holding(ok(undefined));
    const init = jsonRequest('PUT', { hints: {} });
    const { status, value } = await get(overrideAnswerSchema, '/tools/notes/x/override', init, deps);
    expect([status, value.override, value.matching_tools, value.note]).toEqual([200, null, 0, null]);
  });

  it.each(PROBLEMS)('is rejected: %j', async (problem, expected, code) => {
    const { deps } = holding(err(problem));
    const init = jsonRequest('PUT', HINTS);
    const { status, value } = await get(apiErrorSchema, '/tools/notes/list_*/override', init, deps);
    expect([status, value.error]).toEqual([expected, { code, message: problem.message }]);
  });

  it.each<[unknown, string]>([
    [undefined, 'hints must be an object'],
    [{ hints: { readOnlyHint: 'yes' } }, 'hints.readOnlyHint must be true or false'],
    [{ hints: { readonly: true } }, 'hints.readonly is not a known field'],
    [{ hints: {}, reason: 'x'.repeat(501) }, 'reason must have at most 500 characters'],
    [{ hints: {}, author: 7 }, 'author is determined by the credential of the request: leave it out'],
    [{ hints: {}, at: 'now' }, 'at is not a known field'],
  ])('rejects %j', async (body, message) => {
    const { set, deps } = holding();
    const { status, value } = await get(
      apiErrorSchema,
      '/tools/notes/list_notes/override',
      jsonRequest('PUT', body),
      deps,
    );
    expect([status, value.error.message, set]).toEqual([400, message, []]);
  });
});

describe('DELETE /tools/{server}/{tool}/override', () => {
  const removing = (outcome: Result<boolean, ChangeProblem>) => {
    const removed: Parameters<RestDeps['overrides']['remove']>[] = [];
    const remove: RestDeps['overrides']['remove'] = (...asked) => {
      removed.push(asked);
      return Promise.resolve(outcome);
    };
    return { removed, deps: { overrides: { ...NO_OVERRIDES, remove } } };
  };
  const ADA = { author: 'ada', reason: null };

  it.each([
    ['notes/delete_note', ['notes', 'delete_note', ADA], 1],
    ['notes/notes__delete_note', ['notes', 'delete_note', ADA], 1],
    ['gone/delete_*', ['gone', 'delete_*', ADA], 0],
  ])('%s', async (path, asked, matching) => {
    const { removed, deps } = removing(ok(true));
    const { status, value } = await get(overrideAnswerSchema, `/tools/${path}/override`, 'DELETE', deps);
    expect([status, value.override, value.matching_tools, removed]).toEqual([200, null, matching, [asked]]);
  });

  it.each(OWNERS)('is removed by the owner of the credential %j', async (credential, { by }) => {
    const { removed, deps } = removing(ok(true));
    const init = { method: 'DELETE', headers: { 'toolmark-client': 'web/1.0' } };
    const path = '/tools/notes/delete_note/override';
    await get(overrideAnswerSchema, `${path}?reason=it+is+right`, init, deps, credential);
    expect((await get(apiErrorSchema, `${path}?author=mallory`, init, deps, credential)).status).toBe(400);
    expect(removed).toEqual([['notes', 'delete_note', { author: by, reason: 'it is right' }]]);
  });

  it('reports that there is none', async () => {
    const path = '/tools/notes/list_notes/override';
    const { status, value } = await get(apiErrorSchema, path, 'DELETE', removing(ok(false)).deps);
    expect([status, value.error.message]).toEqual([404, "No hint is set for 'list_notes' of server 'notes'."]);
  });

  it.each(PROBLEMS)('is rejected: %j', async (problem, expected, code) => {
    const { deps } = removing(err(problem));
    const { status, value } = await get(apiErrorSchema, '/tools/notes/list_notes/override', 'DELETE', deps);
    expect([status, value.error]).toEqual([expected, { code, message: problem.message }]);
  });
});

describe('GET /overrides/history', () => {
  const change = (at: number): OverrideChange => ({
    at: new Date(at).toISOString(),
    action: 'set',
    server: 'notes',
    tool: 'delete_note',
    before: null,
    after: { readOnlyHint: true },
    author: 'ada',
    reason: null,
  });
  const changes = [3, 2, 1].map(change);
  const deps = { overrides: { ...NO_OVERRIDES, history: () => changes } };

  it.each([
    ['', changes],
    ['?limit=1', changes.slice(0, 1)],
    ['?limit=1&offset=2', changes.slice(2)],
  ])('%j lists the changes, newest first', async (query, page) => {
    const { value } = await get(overrideHistorySchema, `/overrides/history${query}`, 'GET', deps);
    expect(value).toEqual({ changes: page, total: 3 });
  });
});
