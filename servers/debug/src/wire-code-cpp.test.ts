import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf } from './fixtures/code-replies.ts';
import { coverCells } from './fixtures/cover.ts';
import { isMissing } from './fixtures/needs.ts';
import { debuggee } from './fixtures/program.ts';

const ROOT = debuggee('workspaces/cpp');
const MAIN = join(ROOT, 'main.cpp');
const { startDebugging, problems } = coverCells('wire-code-cpp.test.ts');

describe.skipIf(await isMissing('clangd'))('the code tools on C++, by a real client over stdio', () => {
  it('code_load, code_goto_definition, code_find_usages, code_find_assignments, code_get_diagnostics', async () => {
    await using debug = await startDebugging();
    expect(await debug.call('code_load', { path: ROOT })).toMatchObject({
      data: {
        path: ROOT,
        type: 'Project',
        language: 'cpp',
        projects: [{ name: 'cpp', documents_count: 3, target_framework: 'c++17' }],
      },
    });
    const definition = await debug.call('code_goto_definition', { file: MAIN, line: 6, column: 9 });
    expect(definition).toMatchObject({
      data: {
        symbol: { name: 'total', fully_qualified_name: 'store::Shop::total', kind: 'Field', containing_type: 'Shop' },
        definitions_count: 1,
        definitions: [{ is_source: true }],
      },
    });
    expect(linesOf(definition, 'definitions', ROOT)).toEqual(['shop.hpp:8:7']);
    const usages = await debug.call('code_find_usages', { file: MAIN, line: 10, column: 16 });
    expect(usages).toMatchObject({ data: { usages_count: 3, symbol: { name: 'sell', kind: 'Method' } } });
    expect(linesOf(usages, 'usages', ROOT)).toEqual([
      'Reference main.cpp:10:15',
      'Declaration shop.cpp:7:11',
      'Declaration shop.hpp:11:7',
    ]);
    const assignments = await debug.call('code_find_assignments', { name: 'Shop.total', symbolKind: 'Field' });
    expect(assignments).toMatchObject({ data: { assignments_count: 4 } });
    expect(linesOf(assignments, 'assignments', ROOT)).toEqual([
      'Simple = 5 main.cpp:6:8',
      'Compound <<= 1 main.cpp:7:8',
      'Compound += price shop.cpp:8:3',
      'Initializer = 0 shop.hpp:8:7',
    ]);
    const diagnostics = await debug.call('code_get_diagnostics');
    expect(diagnostics).toMatchObject({ data: { total_count: 3, summary: { error: 2, warning: 1 } } });
    expect(linesOf(diagnostics, 'diagnostics', ROOT)).toEqual([
      'Error typecheck_nonviable_condition main.cpp:9:15',
      'Error undeclared_var_use main.cpp:10:20',
      'Warning -Wunused-variable shop.cpp:23:7',
    ]);
    // It must end with the client.
    expect(debug.processes().join('\n')).toContain('clangd');
  });

  it('covered every cell of the table', () => {
    expect(problems()).toEqual([]);
  });
});
