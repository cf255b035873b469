import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, unwrap, wantedAt } from '../fixtures/workspaces.ts';
import { readCommands, widestRoot } from './database.ts';

describe('compile commands', () => {
  it.each([
    [
      'by a list, whose paths may be relative',
      { 'compile_commands.json': '[{"directory":"src","file":"a.cpp","command":"g++ a.cpp"}]' },
      [{ directory: 'ROOT/src', file: 'ROOT/src/a.cpp', command: 'g++ a.cpp' }],
    ],
    [
      'by flags for all',
      { 'compile_flags.txt': '-DX=1\n\n-std=c11\n', 'a.c': '' },
      [{ directory: 'ROOT', file: 'ROOT/a.c', arguments: ['clang', '-DX=1', '-std=c11', '-c', 'ROOT/a.c'] }],
    ],
    [
      'by nothing',
      { 'a.cc': '', 'a.h': '' },
      [{ directory: 'ROOT', file: 'ROOT/a.cc', arguments: ['clang++', '-IROOT', '-c', 'ROOT/a.cc'] }],
    ],
    [
      'where there are only headers',
      { 'a.hpp': '' },
      [{ directory: 'ROOT', file: 'ROOT/a.hpp', arguments: ['clang++', '-IROOT', '-c', 'ROOT/a.hpp'] }],
    ],
  ])('%s', async (_how, files, expected) => {
    using folder = createFolder(files);
    const commands = unwrap(await readCommands(await wantedAt(folder.path)));
    expect(JSON.parse(JSON.stringify(commands).replaceAll(folder.path, 'ROOT'))).toEqual(expected);
  });

  it('reports an invalid database', async () => {
    using folder = createFolder({ 'compile_commands.json': '{' });
    expect(await readCommands(await wantedAt(folder.path))).toEqual({
      ok: false,
      error: {
        code: 'LOAD_FAILED',
        message: expect.stringMatching(/compile_commands\.json is no list of compile commands.*cmake/),
      },
    });
  });
});

it('uses the common folder if the database names files outside its own', async () => {
  using folder = createFolder({
    'out/debug/compile_commands.json': '[{"directory":"../..","file":"src/a.cpp","command":"g++ src/a.cpp"}]',
    'src/a.cpp': '',
  });
  expect(await widestRoot(await wantedAt(join(folder.path, 'out/debug/compile_commands.json')))).toBe(folder.path);
});

it('finds a database in the build folder', async () => {
  using folder = createFolder({ 'build/compile_commands.json': '[]', 'a.cpp': '' });
  expect(await wantedAt(folder.path)).toMatchObject({
    root: folder.path,
    config: join(folder.path, 'build/compile_commands.json'),
  });
});
