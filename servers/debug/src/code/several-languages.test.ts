import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder, generousDeadline, unwrap } from './fixtures/workspaces.ts';
import { openWorkspace } from './open-workspace.ts';
import { findWorkspaces } from './workspace/find-workspace.ts';

const many = (folder: string, ending: string, count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}file${index}${ending}`, '']));

it.each([
  [
    'C++ whose documentation has scripts',
    { ...many('', '.cpp', 2), ...many('docs/', '.js', 30) },
    undefined,
    ['cpp', 'typescript'],
  ],
  ['Python with one script', { ...many('', '.py', 4), ...many('tools/', '.js', 1) }, undefined, ['python']],
  [
    'two configured languages',
    { 'tsconfig.json': '{}', 'pyproject.toml': '', 'a.ts': '', 'b.py': '' },
    undefined,
    ['typescript', 'python'],
  ],
  ['the language that is asked for', { ...many('', '.py', 4), ...many('', '.js', 5) }, 'python', ['python']],
] as const)('a folder of %s', async (_, files, language, expected) => {
  using folder = createFolder(files);
  const found = unwrap(await findWorkspaces(folder.path, language, generousDeadline()));
  expect(found.map((each) => each.language)).toEqual(expected);
});

it('a folder below a project has its configuration, and so have those below the folder', async () => {
  using folder = createFolder({
    'tsconfig.json': '{}',
    'src/a.ts': '',
    'src/inner/tsconfig.json': '{}',
    'src/inner/b.ts': '',
  });
  const code = unwrap(await openWorkspace(join(folder.path, 'src'), generousDeadline()));
  const projects = code.projects.map(({ path }) => path);
  await code.close();
  expect(projects).toEqual([join(folder.path, 'tsconfig.json'), join(folder.path, 'src/inner/tsconfig.json')]);
});

it('each language answers for its files and names', async () => {
  using folder = createFolder({
    'tsconfig.json': '{"compilerOptions":{"types":[]}}',
    'a.ts': 'export const price: number = "x";',
    'pyproject.toml': '',
    'b.py': 'def cost():\n    return 1\n\n\ncost()\n',
  });
  const code = unwrap(await openWorkspace(folder.path, generousDeadline()));
  const usages = async (name: string) =>
    unwrap(await code.usages({ name, kind: undefined }, generousDeadline())).usages.length;
  const places = [await usages('price'), await usages('cost')];
  const definition = unwrap(
    await code.definition({ file: join(folder.path, 'b.py'), line: 5, column: 1 }, generousDeadline()),
  );
  const diagnostics = unwrap(await code.diagnostics(undefined, generousDeadline()));
  const gone = await code.usages({ name: 'gone', kind: undefined }, generousDeadline());
  await code.close();
  expect(code.languages).toEqual(['typescript', 'python']);
  expect(places).toEqual([1, 2]);
  expect(definition.symbol.name).toBe('cost');
  expect(diagnostics.map(({ id }) => id)).toContain('TS2322');
  expect(gone).toMatchObject({ ok: false, error: { code: 'SYMBOL_NOT_FOUND' } });
});

it('a package in node_modules that is opened is searched, with the fields that its constructors assign', async () => {
  const text = 'class SemVer {\n  constructor(version) {\n    this.raw = version;\n  }\n}\nmodule.exports = SemVer;\n';
  using folder = createFolder({ 'node_modules/semver/index.js': text, 'node_modules/semver/package.json': '{}' });
  const code = unwrap(await openWorkspace(join(folder.path, 'node_modules/semver'), generousDeadline()));
  const found = await code.usages({ name: 'SemVer.raw', kind: undefined }, generousDeadline());
  await code.close();
  expect(unwrap(found)).toMatchObject({ symbol: { fullyQualifiedName: 'SemVer.raw' }, usages: [{ line: 3 }] });
});
