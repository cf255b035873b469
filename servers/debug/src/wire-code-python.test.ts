import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf } from './fixtures/code-replies.ts';
import { coverCells } from './fixtures/cover.ts';
import { debuggee } from './fixtures/program.ts';

const ROOT = debuggee('workspaces/python');
const MAIN = join(ROOT, 'main.py');
const { startDebugging, problems } = coverCells('wire-code-python.test.ts');

describe('the code tools on Python, by a real client over stdio', () => {
  it('code_load, code_goto_definition, code_find_usages, code_find_assignments, code_get_diagnostics', async () => {
    await using debug = await startDebugging();
    expect(await debug.call('code_load', { path: ROOT })).toMatchObject({
      data: {
        path: ROOT,
        type: 'Project',
        language: 'python',
        projects: [{ name: 'python', documents_count: 3, target_framework: expect.stringMatching(/^Python 3\.\d+$/) }],
      },
    });
    const definition = await debug.call('code_goto_definition', { file: MAIN, line: 7, column: 6 });
    expect(definition).toMatchObject({
      data: {
        symbol: { name: 'total', kind: 'Field', containing_type: 'Shop', containing_namespace: 'shop' },
        definitions_count: 1,
        definitions: [{ is_source: true }],
      },
    });
    expect(linesOf(definition, 'definitions', ROOT)).toEqual(['shop.py:2:5']);
    const usages = await debug.call('code_find_usages', { name: 'Shop', symbolKind: 'Type' });
    expect(linesOf(usages, 'usages', ROOT)).toEqual([
      'Reference main.py:4:26',
      'Reference main.py:6:8',
      'Declaration shop.py:1:7',
      'Reference shop.py:20:14',
    ]);
    const assignments = await debug.call('code_find_assignments', { name: 'Shop.total' });
    expect(assignments).toMatchObject({ data: { assignments_count: 6 } });
    expect(linesOf(assignments, 'assignments', ROOT)).toEqual([
      'Simple = 5 main.py:7:6',
      'Compound **= 2 main.py:8:6',
      'Initializer = 0 shop.py:2:5',
      'Simple = 1 shop.py:7:14',
      'Compound += price shop.py:10:14',
      'Compound -= count shop.py:13:18',
    ]);
    const diagnostics = await debug.call('code_get_diagnostics');
    expect(diagnostics).toMatchObject({ data: { total_count: 3, summary: { error: 3 } } });
    expect(linesOf(diagnostics, 'diagnostics', ROOT)).toEqual([
      'Error reportUndefinedVariable main.py:9:31',
      'Error reportArgumentType main.py:18:11',
      'Error reportAssignmentType shop.py:21:19',
    ]);
    // It must end with the client.
    expect(debug.processes().join('\n')).toContain('pyright');
  });

  it('covered every cell of the table', () => {
    expect(problems()).toEqual([]);
  });
});
