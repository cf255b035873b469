import { describe, expect, it } from 'vitest';
import { debuggee, startDebugging } from './fixtures/program.ts';

const TS = debuggee('workspaces/ts');

describe('the code tools on TypeScript, by a real client over stdio', () => {
  it('code_load, code_goto_definition, code_find_usages, code_find_assignments, code_get_diagnostics', async () => {
    await using debug = await startDebugging();
    expect(await debug.call('code_get_diagnostics')).toMatchObject({ error: { code: 'NO_WORKSPACE' } });
    expect(await debug.call('code_load', { path: '/no/such/project' })).toMatchObject({
      success: false,
      error: { code: 'INVALID_PATH' },
    });
    const loaded = await debug.call('code_load', { path: TS });
    expect(loaded).toMatchObject({
      data: {
        path: TS,
        type: 'Solution',
        language: 'typescript',
        projects: expect.arrayContaining([expect.objectContaining({ documents_count: expect.any(Number) })]),
      },
    });
    const diagnostics = (await debug.call('code_get_diagnostics', { minSeverity: 'Error' })) as unknown as {
      data: { total_count: number; diagnostics: { file: string; line: number; severity: string }[] };
    };
    expect(diagnostics.data.total_count).toBeGreaterThan(0);
    expect(new Set(diagnostics.data.diagnostics.map(({ severity }) => severity))).toEqual(new Set(['Error']));
    const usages = (await debug.call('code_find_usages', { name: 'Shop' })) as unknown as {
      data: { usages_count: number; usages: { file: string; line: number; column: number; kind: string }[] };
    };
    expect(usages.data.usages_count).toBeGreaterThan(1);
    const use = usages.data.usages.find(({ kind }) => kind !== 'Declaration');
    expect(
      await debug.call('code_goto_definition', { file: use?.file, line: use?.line, column: use?.column }),
    ).toMatchObject({
      data: {
        symbol: { name: 'Shop' },
        definitions: expect.arrayContaining([expect.objectContaining({ is_source: true })]),
      },
    });
    expect(await debug.call('code_find_assignments', { name: 'Nobody.nothing' })).toMatchObject({
      error: { code: 'SYMBOL_NOT_FOUND' },
    });
  });
});
