import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf } from './fixtures/code-replies.ts';
import { coverCells } from './fixtures/cover.ts';
import { debuggee } from './fixtures/program.ts';

const ROOT = debuggee('workspaces/ts');
const MAIN = join(ROOT, 'app/main.ts');
const { startDebugging, problems } = coverCells('wire-code.test.ts');

describe('the code tools on TypeScript, by a real client over stdio', () => {
  it('report a missing workspace', async () => {
    await using debug = await startDebugging();
    expect(await debug.call('code_get_diagnostics')).toMatchObject({ error: { code: 'NO_WORKSPACE' } });
    expect(await debug.call('code_find_usages', { name: 'Shop' })).toMatchObject({ error: { code: 'NO_WORKSPACE' } });
    expect(await debug.call('code_load', { path: '/no/such/project' })).toMatchObject({
      success: false,
      error: { code: 'INVALID_PATH' },
    });
  });

  it('code_load, code_goto_definition, code_find_usages, code_find_assignments, code_get_diagnostics', async () => {
    await using debug = await startDebugging();
    expect(await debug.call('code_load', { path: ROOT })).toMatchObject({
      data: {
        path: ROOT,
        type: 'Solution',
        language: 'typescript',
        projects: expect.arrayContaining([
          expect.objectContaining({ name: 'app', path: join(ROOT, 'app/tsconfig.json'), documents_count: 2 }),
          expect.objectContaining({ name: 'lib', documents_count: 1 }),
        ]),
      },
    });
    const definition = await debug.call('code_goto_definition', { file: MAIN, line: 9, column: 8 });
    expect(definition).toMatchObject({
      data: { symbol: { name: 'sell', kind: 'Method', containing_type: 'Shop' }, definitions: [{ is_source: true }] },
    });
    expect(linesOf(definition, 'definitions', ROOT)).toEqual(['lib/shop.ts:12:3']);
    const usages = await debug.call('code_find_usages', { name: 'Shop', symbolKind: 'Type' });
    expect(usages).toMatchObject({ data: { usages_count: 3, symbol: { declaration_line: 6 } } });
    expect(linesOf(usages, 'usages', ROOT)).toEqual([
      'Reference app/main.ts:2:32',
      'Reference app/main.ts:4:18',
      'Declaration lib/shop.ts:6:14',
    ]);
    const assignments = await debug.call('code_find_assignments', { name: 'Shop.total' });
    expect(assignments).toMatchObject({ data: { assignments_count: 7, symbol: { name: 'total', kind: 'Field' } } });
    expect(linesOf(assignments, 'assignments', ROOT)).toEqual([
      'Simple = 5 app/main.ts:5:6',
      'Compound ??= 6 app/main.ts:6:6',
      'Simple = [7] app/main.ts:7:7',
      'Simple of [8, 9] app/main.ts:8:11',
      'Initializer = 0 lib/shop.ts:7:3',
      'Compound += price * rate lib/shop.ts:13:10',
      'Simple = 0 lib/shop.ts:20:10',
    ]);
    expect(await debug.call('code_find_assignments', { name: 'Nobody.nothing' })).toMatchObject({
      error: { code: 'SYMBOL_NOT_FOUND' },
    });
    const diagnostics = await debug.call('code_get_diagnostics', { minSeverity: 'Error', maxResults: 3 });
    expect(diagnostics).toMatchObject({ data: { total_count: 4, limited_to: 3, summary: { error: 4 } } });
    expect(linesOf(diagnostics, 'diagnostics', ROOT)).toEqual([
      'Error TS2304 app/broken.ts:1:32',
      'Error TS2345 app/main.ts:20:43',
      'Error TS2339 app/main.ts:21:64',
    ]);
  });

  it('covered every cell of the table', () => {
    expect(problems()).toEqual([]);
  });
});
