import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { CodeBackend } from '../code/code-backend.ts';
import { createScripted, ref, variable } from '../engine/fixtures/scripted-backend.ts';
import { connect, STDIO } from '../fixtures/wires.ts';
import { err, ok } from '../result.ts';
import { createWorkspaces } from './code/workspaces.ts';
import { connectBackend, DIR, FILE, scripted } from './fixtures/scripted-server.ts';

describe('replies are limited', () => {
  it('truncate values and lists, and say how to get more', async () => {
    const variables = Array.from({ length: 300 }, (_, index) => variable(`v${index}`, 'x'.repeat(2_000)));
    await using debug = await scripted({ variables });
    await debug.call('debug_launch', { program: 'main.js' });
    const reply = (await debug.call('variables_get')) as unknown as {
      variables: { value: string; truncated: boolean }[];
      truncated: boolean;
      more: string;
    };
    expect(JSON.stringify(reply).length).toBeLessThanOrEqual(10_000);
    expect([reply.truncated, reply.variables[0]?.truncated, reply.variables[0]?.value.length]).toEqual([
      true,
      true,
      1024 + '… (2000 characters in all)'.length,
    ]);
    expect(reply.variables.length).toBeGreaterThan(5);
    expect(reply.more).toContain('evaluate');
  });

  it('expand by name, including private fields, without evaluation', async () => {
    const user = variable('user', 'User', { ref: ref('user'), childCount: 2 });
    const secret = variable('#secret', '{}', { ref: ref('secret'), childCount: 1, scope: 'field' });
    const backend = createScripted({
      variables: [user],
      children: { user: [secret], secret: [variable('[0]', '7', { scope: 'element', path: undefined })] },
    });
    await using debug = await connectBackend(backend);
    await debug.call('debug_launch', { program: 'main.js' });
    expect(await debug.call('variables_get', { expand: 'user.#secret' })).toMatchObject({
      variables: [{ name: '[0]', path: 'user.#secret[0]' }],
    });
    expect(backend.asked.filter((what) => what.startsWith('evaluate'))).toEqual([]);
  });

  it('detect circular references, and show no object inside itself', async () => {
    const me = variable('self', 'User', { ref: ref('me'), childCount: 1, scope: 'field' });
    await using debug = await scripted({ evaluate: () => ok({ ...me, name: 'user' }), children: { me: [me] } });
    await debug.call('debug_launch', { program: 'main.js' });
    expect(await debug.call('object_inspect', { object_ref: 'user', depth: 5 })).toMatchObject({
      inspection: { hasCircularRef: true, fields: [{ name: 'self', isCircular: true }] },
    });
  });
});

describe('a workspace that is being loaded', () => {
  it('is abandoned when the server closes', async () => {
    const loading = Promise.withResolvers<void>();
    const workspaces = createWorkspaces(async (_, deadline) => {
      loading.resolve();
      await once(deadline, 'abort');
      return err({ code: 'TIMEOUT', message: 'It was given up.' });
    });
    const loaded = workspaces.load(DIR, undefined, new AbortController().signal);
    await loading.promise;
    await workspaces.close();
    expect(await loaded).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
  });
});

describe('code tools', () => {
  const symbol = {
    name: 'a',
    fullyQualifiedName: 'm.a',
    kind: 'Local',
    containingType: null,
    containingNamespace: 'm',
    declaration: { file: FILE, line: 1, column: 7 },
  };
  const range = { file: FILE, line: 1, column: 7, endLine: 1, endColumn: 8 };
  const diagnostic = { id: 'TS1', message: 'no', category: null, range, project: 'p', helpLink: null } as const;
  const backend: CodeBackend = {
    kind: 'typescript',
    projects: [{ name: 'p', path: DIR, documentsCount: 1, targetFramework: null }],
    definition: async () =>
      ok({ symbol, definitions: [{ ...range, isSource: true, packageName: null, packageVersion: null }] }),
    usages: async () => ok({ symbol, usages: [{ ...range, context: 'const a = 1;', kind: 'Declaration' }] }),
    assignments: async () =>
      ok({
        symbol,
        assignments: [{ ...range, kind: 'Initializer', context: 'const a = 1;', valueExpression: '1', operator: '=' }],
      }),
    diagnostics: async (project) =>
      project === 'q'
        ? err({ code: 'PROJECT_NOT_FOUND', message: 'There is no project q.' })
        : ok([
            { ...diagnostic, severity: 'Warning' },
            { ...diagnostic, severity: 'Error' },
            { ...diagnostic, severity: 'Info' },
          ]),
    close: async () => undefined,
  };

  it('use the field names of the contract', async () => {
    let opened = 0;
    const openWorkspace = async () => {
      opened += 1;
      return ok(backend);
    };
    await using debug = await connect(STDIO, { openWorkspace, cwd: DIR });
    const loaded = {
      path: DIR,
      type: 'Project',
      projects: [{ name: 'p', path: DIR, documents_count: 1, target_framework: null }],
      diagnostics: [],
    };
    for (let times = 0; times < 2; times += 1)
      expect(await debug.call('code_load', { path: '.' })).toMatchObject({ data: loaded });
    expect(opened).toBe(1);
    const at = { file: FILE, line: 1, column: 7 };
    expect(await debug.call('code_goto_definition', at)).toMatchObject({
      data: {
        symbol: { fully_qualified_name: 'm.a' },
        definitions_count: 1,
        definitions: [{ end_column: 8, is_source: true }],
      },
    });
    expect(await debug.call('code_find_usages', { name: 'm.a' })).toMatchObject({
      data: {
        usages_count: 1,
        usages: [{ kind: 'Declaration', context: 'const a = 1;' }],
        symbol: { declaration_line: 1 },
      },
    });
    expect(await debug.call('code_find_assignments', at)).toMatchObject({
      data: { assignments: [{ kind: 'Initializer', value_expression: '1', operator: '=' }] },
    });
    expect(await debug.call('code_get_diagnostics', { maxResults: 1 })).toMatchObject({
      data: { total_count: 2, limited_to: 1, summary: { error: 1, warning: 1 }, diagnostics: [{ severity: 'Error' }] },
      truncated: true,
    });
    expect(await debug.call('code_get_diagnostics', { projectName: 'q' })).toMatchObject({
      error: { code: 'PROJECT_NOT_FOUND' },
    });
  });
});
