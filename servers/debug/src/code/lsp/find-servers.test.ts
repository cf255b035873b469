import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { findClangd } from '../cpp/find-clangd.ts';
import { createFolder } from '../fixtures/workspaces.ts';
import { findPyright } from '../python/find-pyright.ts';

it('a missing server is named with the command that installs it', async () => {
  using folder = createFolder({});
  const places = { root: folder.path, env: { PATH: folder.path }, from: pathToFileURL(join(folder.path, 'x.js')).href };
  expect(await findPyright(places)).toEqual({
    ok: false,
    error: {
      code: 'LOAD_FAILED',
      message: expect.stringContaining('Run "npm install --global pyright"'),
      details: { install: 'npm install --global pyright' },
    },
  });
  expect(await findClangd(places.env)).toEqual({
    ok: false,
    error: {
      code: 'LOAD_FAILED',
      message: expect.stringContaining('Run "sudo apt-get install clangd-19"'),
      details: { install: 'sudo apt-get install clangd-19' },
    },
  });
});

it('pyright is taken from the path before one from the workspace', async () => {
  using folder = createFolder({ 'a/node_modules/pyright/langserver.index.js': '', 'bin/pyright-langserver': '' });
  const from = pathToFileURL(join(folder.path, 'x.js')).href;
  const root = join(folder.path, 'a');
  const inWorkspace = join(root, 'node_modules/pyright/langserver.index.js');
  const onPath = join(folder.path, 'bin/pyright-langserver');
  expect(await findPyright({ root, env: { PATH: join(folder.path, 'bin') }, from })).toEqual({
    ok: true,
    value: [process.execPath, inWorkspace, '--stdio'],
  });
  chmodSync(onPath, 0o755);
  expect(await findPyright({ root, env: { PATH: join(folder.path, 'bin') }, from })).toEqual({
    ok: true,
    value: [onPath, '--stdio'],
  });
});

it.each([
  [['clangd-14', 'clangd-9', 'clangd-19'], 'clangd-19'],
  [['clangd-19', 'clangd'], 'clangd'],
])('for %j clangd is %s', async (names, expected) => {
  using folder = createFolder(Object.fromEntries(names.map((name) => [name, ''])));
  for (const name of names) chmodSync(join(folder.path, name), 0o755);
  expect(await findClangd({ PATH: folder.path })).toEqual({ ok: true, value: join(folder.path, expected) });
});
