import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generousDeadline, opened, toPlace, unwrap, WORKSPACES } from '../fixtures/workspaces.ts';

const ROOT = join(WORKSPACES, 'ts');
const LIB = join(ROOT, 'lib/shop.ts');

const code = await opened(ROOT);
afterAll(() => code.close());

describe('diagnostics', () => {
  const IN_LIB = 'Error TS2322 lib lib/shop.ts:28:14';
  const IN_APP = [
    'Error TS2304 app app/broken.ts:1:32',
    'Info TS80007 app app/broken.ts:2:33',
    'Hidden TS6385 app app/broken.ts:5:30',
    'Error TS2345 app app/main.ts:20:43',
    'Error TS2339 app app/main.ts:21:64',
  ];
  const listDiagnostics = async (project: string | undefined) =>
    unwrap(await code.diagnostics(project, generousDeadline())).map(
      ({ severity, id, project: from, range }) => `${severity} ${id} ${from} ${range && toPlace(range, ROOT)}`,
    );

  it.each([
    [undefined, [...IN_APP, IN_LIB]],
    ['lib', [IN_LIB]],
    ['app', IN_APP],
    [join(ROOT, 'lib/tsconfig.json'), [IN_LIB]],
  ])('of project %s', async (project, expected) => {
    expect(await listDiagnostics(project)).toEqual(expected);
  });

  it('contain the full message', async () => {
    expect(unwrap(await code.diagnostics('lib', generousDeadline()))).toEqual([
      {
        id: 'TS2322',
        message: "Type 'string' is not assignable to type 'number'.",
        severity: 'Error',
        category: 'Semantics',
        range: { file: LIB, line: 28, column: 14, endLine: 28, endColumn: 20 },
        project: 'lib',
        helpLink: null,
      },
    ]);
  });

  it('of an unknown project name the existing ones', async () => {
    expect(await code.diagnostics('shop', generousDeadline())).toEqual({
      ok: false,
      error: {
        code: 'PROJECT_NOT_FOUND',
        message: 'There is no project "shop". The workspace has app, lib.',
        details: { projects: ['app', 'lib'] },
      },
    });
  });
});
