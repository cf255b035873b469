import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, generousDeadline, opened, unwrap } from './fixtures/workspaces.ts';
import { openWorkspace } from './open-workspace.ts';

const CONFIG = JSON.stringify({ compilerOptions: { module: 'nodenext', noEmit: true, strict: true, types: [] } });
const LOOSE = JSON.stringify({ compilerOptions: { module: 'nodenext', noEmit: true, allowJs: true, types: [] } });

describe('opening fails with a reason', () => {
  it.each([
    ['nothing', {}, 'gone', 'INVALID_PATH', /does not exist/],
    ['a folder without sources', { 'readme.txt': '' }, '', 'LOAD_FAILED', /nothing at .* that can be read/],
    ['a file of another kind', { 'shop.rb': '' }, 'shop.rb', 'LOAD_FAILED', /\(\.rb\).*tsconfig\.json, jsconfig\.json/],
    ['a project without files', { 'tsconfig.json': CONFIG }, 'tsconfig.json', 'LOAD_FAILED', /No inputs were found/],
    [
      'a reference to nothing',
      { 'tsconfig.json': '{"files":[],"references":[{"path":"./gone"}]}' },
      '',
      'LOAD_FAILED',
      /gone.* cannot be read/,
    ],
  ])('%s', async (_what, files, name, code, message) => {
    using folder = createFolder(files);
    expect(await openWorkspace(join(folder.path, name), generousDeadline())).toEqual({
      ok: false,
      error: { code, message: expect.stringMatching(message) },
    });
  });

  it('too late', async () => {
    using folder = createFolder({ 'a.ts': 'export const a = 1;' });
    expect(await openWorkspace(folder.path, AbortSignal.abort())).toMatchObject({
      ok: false,
      error: { code: 'TIMEOUT' },
    });
  });
});

describe('TypeScript and JavaScript are opened', () => {
  const FILES = {
    'one/tsconfig.json': CONFIG,
    'one/a.ts': 'export const a = 1;',
    'two/jsconfig.json': LOOSE,
    'two/b.js': 'export const b = 1;',
    'node_modules/three/tsconfig.json': CONFIG,
    'node_modules/three/c.ts': '',
  };
  it.each([
    ['by a folder of projects', FILES, '', ['one 1', 'two 1']],
    ['by one tsconfig.json', FILES, 'one/tsconfig.json', ['one 1']],
    ['by one jsconfig.json', FILES, 'two/jsconfig.json', ['two 1']],
    ['by a source of a project', FILES, 'two/b.js', ['two 1']],
    ['by package.json', { 'package.json': '{}', 'a.js': '', 'b.ts': '' }, 'package.json', ['ROOT 2']],
    ['by a folder that nothing describes', { 'a.mjs': '', 'below/b.cts': '', 'x.py': '' }, '', ['ROOT 2']],
    ['by a source that nothing describes', { 'a.ts': '', 'b.ts': '' }, 'a.ts', ['ROOT 1']],
    [
      'by a configuration of another name',
      { 'tsconfig.test.json': CONFIG, 'a.ts': '' },
      'tsconfig.test.json',
      ['tsconfig.test.json 1'],
    ],
  ])('%s', async (_how, files, name, expected) => {
    using folder = createFolder(files);
    const code = await opened(join(folder.path, name));
    const projects = code.projects.map(
      (each) => `${each.path === folder.path ? 'ROOT' : each.name} ${each.documentsCount}`,
    );
    await code.close();
    expect(projects).toEqual(expected);
  });
});

it('gives projects distinct names', async () => {
  using folder = createFolder({
    'a/core/tsconfig.json': CONFIG,
    'a/core/a.ts': '',
    'b/core/tsconfig.json': CONFIG,
    'b/core/b.ts': '',
  });
  const code = await opened(folder.path);
  const names = code.projects.map(({ name }) => name);
  await code.close();
  expect(names).toEqual(['a/core/tsconfig.json', 'b/core/tsconfig.json']);
});

it('sees a changed file, a new one, a removed one, and a package', async () => {
  using folder = createFolder({
    'tsconfig.json': CONFIG,
    'a.ts': "import { b } from 'b';\nexport const a: number = b;",
  });
  const code = await opened(folder.path);
  const ids = async () => unwrap(await code.diagnostics(undefined, generousDeadline())).map(({ id }) => id);
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);

  expect(await ids()).toEqual(['TS2307']);
  mkdirSync(join(folder.path, 'node_modules/b'), { recursive: true });
  write('node_modules/b/package.json', '{"name":"b","version":"1.2.3","types":"index.d.ts"}');
  write('node_modules/b/index.d.ts', 'export declare const b: string;');
  expect(await ids()).toEqual(['TS2322']);
  write('a.ts', "import { b } from 'b';\nexport const a: string = b; // right");
  expect(await ids()).toEqual([]);
  write('c.ts', 'export const c: string = 1;');
  expect([await ids(), code.projects[0]?.documentsCount]).toEqual([['TS2322'], 2]);
  rmSync(join(folder.path, 'c.ts'));
  expect([await ids(), code.projects[0]?.documentsCount]).toEqual([[], 1]);

  const { definitions } = unwrap(
    await code.definition({ file: join(folder.path, 'a.ts'), line: 2, column: 26 }, generousDeadline()),
  );
  await code.close();
  expect(definitions).toMatchObject([{ isSource: false, packageName: 'b', packageVersion: '1.2.3' }]);
});

it('includes configuration errors in the diagnostics, but not deprecations of options', async () => {
  const compilerOptions = { module: 'nodenext', noEmit: true, types: ['nobody'], target: 'es5', strictt: true };
  using folder = createFolder({ 'tsconfig.json': JSON.stringify({ compilerOptions }), 'a.ts': 'export const a = 1;' });
  const code = await opened(folder.path);
  const found = unwrap(await code.diagnostics(undefined, generousDeadline()));
  await code.close();
  expect(found.map(({ id, category, severity }) => [id, category, severity])).toEqual([
    ['TS5025', 'Configuration', 'Error'],
    ['TS2688', 'Configuration', 'Error'],
  ]);
});

it('reads JavaScript, in which the first assignment declares a property', async () => {
  using folder = createFolder({
    'shop.js':
      'class Shop {\n  constructor() { this.total = 0; }\n  sell() { this.total += 2; }\n}\nmodule.exports = { Shop };',
  });
  const code = await opened(folder.path);
  const { symbol, assignments } = unwrap(
    await code.assignments({ name: 'total', kind: undefined }, generousDeadline()),
  );
  await code.close();
  expect([symbol.kind, symbol.containingType]).toEqual(['Property', 'Shop']);
  expect(assignments.map(({ kind, line, valueExpression }) => [kind, line, valueExpression])).toEqual([
    ['Simple', 2, '0'],
    ['Compound', 3, '2'],
  ]);
});

it('answers nothing after it is closed', async () => {
  using folder = createFolder({ 'a.ts': 'export const a = 1;' });
  const code = await opened(folder.path);
  await code.close();
  await code.close();
  expect(await code.diagnostics(undefined, generousDeadline())).toMatchObject({
    ok: false,
    error: { code: 'NO_WORKSPACE' },
  });
});
