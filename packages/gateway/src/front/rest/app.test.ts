import { apiErrorSchema, coverageReportSchema, serverListSchema, serverSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { ask, CATALOG, get } from './fixtures/api.ts';

describe('GET /servers', () => {
  it('shows every server in the order of the config', async () => {
    const { status, value } = await get(serverListSchema, '/servers');
    expect([status, value.total, value.servers.map(({ name }) => name)]).toEqual([200, 3, ['notes', 'issues', 'off']]);
  });

  it('shows details, counts and state of a server', async () => {
    const { value } = await get(serverSchema, '/servers/notes');
    expect(value).toEqual({
      name: 'notes',
      state: 'ready',
      reason: null,
      since: '2026-11-15T12:00:00.000Z',
      next_attempt: null,
      restarts: 3,
      transport: 'stdio',
      era: 'legacy',
      protocol_version: '2025-11-25',
      server_info: { name: 'notes-server', version: '1.2.3' },
      in_flight: 2,
      queued: 1,
      prompts: 1,
      resources: 2,
      resource_templates: 1,
      coverage: {
        tools: 3,
        complete: 1,
        declared: 5,
        total: 12,
        by_hint: {
          readOnlyHint: { true: 2, false: 0, absent: 1, malformed: 0 },
          destructiveHint: { true: 0, false: 1, absent: 2, malformed: 0 },
          idempotentHint: { true: 1, false: 0, absent: 2, malformed: 0 },
          openWorldHint: { true: 0, false: 1, absent: 2, malformed: 0 },
        },
        by_class: { read: 1, additive: 0, destructive: 2 },
        contradicted: 1,
        repaired: 0,
        finding_counts: value.coverage.finding_counts,
      },
      problems: [],
      warnings: ['noise on stdout'],
      stderr_tail: [],
      auth: { state: 'none', issuer: null, expires_at: null, scopes: [], missing_scopes: [], attempt: null },
    });
    const { error, warning, note } = value.coverage.finding_counts;
    expect(error + warning + note).toBe(CATALOG.tools.slice(0, 3).flatMap(({ findings }) => findings).length);
  });

  it('shows the reason why a server is not ready', async () => {
    const { value } = await get(serverSchema, '/servers/issues');
    expect(value).toMatchObject({
      state: 'waiting',
      reason: 'It exited with code 1.',
      next_attempt: '2026-11-15T12:00:05.000Z',
      transport: null,
      era: null,
      protocol_version: null,
      server_info: null,
      problems: ['tools[3] is no object'],
      stderr_tail: ['boom'],
    });
  });

  it('suggests similar names', async () => {
    const { status, value } = await get(apiErrorSchema, '/servers/note');
    expect([status, value.error]).toEqual([
      404,
      { code: 'not_found', message: "There is no server 'note'. Did you mean notes?", suggestions: ['notes'] },
    ]);
  });
});

describe('POST /servers/{name}/restart', () => {
  it('returns the server after the restart', async () => {
    const restarted: string[] = [];
    const restart = (name: string) => {
      restarted.push(name);
      return Promise.resolve();
    };
    const { status, value } = await get(serverSchema, '/servers/notes/restart', 'POST', { restart });
    expect([status, value.name, restarted]).toEqual([200, 'notes', ['notes']]);
  });

  it('has a deadline for a server that does not start', async () => {
    const deps = { restart: () => new Promise<void>(() => {}), restartWaitMs: 1 };
    expect((await get(serverSchema, '/servers/notes/restart', 'POST', deps)).status).toBe(202);
  });

  it.each([
    ['off', 409, "Server 'off' is disabled in the config."],
    ['nothing-like-it', 404, "There is no server 'nothing-like-it'."],
  ])('%s: %i', async (name, status, message) => {
    const restart = () => Promise.reject(new Error('must not be called'));
    const answer = await get(apiErrorSchema, `/servers/${name}/restart`, 'POST', { restart });
    expect([answer.status, answer.value.error.message]).toEqual([status, message]);
  });
});

describe('GET /annotations/coverage', () => {
  it('adds up all servers, and lists those without tools', async () => {
    const { value } = await get(coverageReportSchema, '/annotations/coverage');
    expect(value).toMatchObject({
      tools: 4,
      complete: 1,
      declared: 5,
      total: 16,
      by_class: { read: 1, additive: 0, destructive: 3 },
      contradicted: 1,
      repaired: 1,
    });
    expect(value.servers.map(({ server, tools, declared }) => [server, tools, declared])).toEqual([
      ['notes', 3, 5],
      ['issues', 1, 0],
      ['off', 0, 0],
    ]);
  });
});

describe('unsupported methods and paths', () => {
  it.each([
    ['PUT', '/servers', 'GET, HEAD, POST'],
    ['PUT', '/servers/notes', 'GET, HEAD, DELETE'],
    ['POST', '/servers/notes/entry', 'GET, HEAD, PUT'],
    ['POST', '/config', 'GET, HEAD, PUT'],
    ['DELETE', '/import', 'GET, HEAD, POST'],
    ['POST', '/connection', 'GET, HEAD'],
    ['GET', '/servers/notes/restart', 'POST'],
    ['PUT', '/tools/notes/list_notes', 'GET, HEAD'],
    ['OPTIONS', '/tools', 'GET, HEAD'],
    ['PATCH', '/annotations/coverage', 'GET, HEAD'],
    ['DELETE', '/approvals', 'GET, HEAD'],
    ['DELETE', '/approvals/x', 'GET, HEAD, POST'],
    ['POST', '/grants', 'GET, HEAD'],
    ['GET', '/grants/x', 'DELETE'],
    ['PUT', '/overrides', 'GET, HEAD'],
    ['GET', '/tools/notes/list_notes/override', 'PUT, DELETE'],
    ['PUT', '/tools/notes/list_notes/accept', 'POST'],
    ['PUT', '/policy', 'GET, HEAD'],
    ['GET', '/policy/explain', 'POST'],
    ['GET', '/policy/replay', 'POST'],
  ])('%s %s is refused with Allow: %s', async (method, path, allow) => {
    const { status, headers, value } = await get(apiErrorSchema, path, method);
    expect([status, headers.get('allow'), value.error.code]).toEqual([405, allow, 'method_not_allowed']);
  });

  it.each(['', '/', '/nothing', '/servers/', '/tools/a/b/c'])('%j is not found', async (path) => {
    expect((await get(apiErrorSchema, path)).status).toBe(404);
  });

  it('HEAD is GET without a body', async () => {
    const response = await ask('/servers', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('an internal error is reported as an incident without details', async () => {
    const seen: [string, unknown][] = [];
    const bug = new Error('secret detail');
    const { status, value } = await get(apiErrorSchema, '/servers', 'GET', {
      catalog: () => {
        throw bug;
      },
      onBug: (...args) => seen.push(args),
    });
    expect(status).toBe(500);
    expect(seen).toEqual([[expect.any(String), bug]]);
    expect(value.error.message).toContain(seen[0]?.[0]);
    expect(JSON.stringify(value)).not.toContain('secret detail');
  });
});
