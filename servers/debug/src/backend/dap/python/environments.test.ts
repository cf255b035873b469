import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LaunchSpec } from '../../backend.ts';
import { at, expectNothingLeftBehind, must, mustFail, record } from '../fixtures/recorder.ts';

/** A project with a virtual environment in it, which has a library and no debugpy. */
let project: string;
let library: string;
const write = (name: string, lines: readonly string[]): string => {
  const file = join(project, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
};

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'toolmark-venv-'));
  execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', join(project, '.venv')], { timeout: 60_000 });
  const [packages = ''] = execFileSync(join(project, '.venv/bin/python'), [
    '-c',
    'import sysconfig; print(sysconfig.get_paths()["purelib"])',
  ])
    .toString()
    .split('\n');
  library = join(packages, 'lib.py');
  writeFileSync(library, 'def twice(value):\n    doubled = value * 2\n    return doubled\n');
  write('pyproject.toml', ['[project]']);
  mkdirSync(join(project, 'tool'));
  write('tool/__init__.py', []);
  write('tool/__main__.py', ['import lib', 'print(lib.twice(2))']);
  mkdirSync(join(project, 'src'));
  write('src/app.py', ['import lib', 'print(lib.twice(1))']);
});
afterEach(expectNothingLeftBehind);
afterAll(() => rmSync(project, { recursive: true, force: true }));

const spec = (program: string, more: Partial<LaunchSpec> = {}): LaunchSpec => ({
  program,
  args: [],
  env: {},
  cwd: project,
  ...more,
});

const consoleScript = (): string => {
  const file = write('.venv/bin/tool', [`#!${project}/.venv/bin/python`, 'import lib', 'print(lib.twice(3))']);
  chmodSync(file, 0o755);
  return file;
};

describe('the environment of a program', () => {
  it.each<[string, () => LaunchSpec, string]>([
    ['above the program', () => spec(join(project, 'src/app.py'), { cwd: '/' }), '2'],
    ['in the working folder, for a module', () => spec('-m tool'), '4'],
    ['of the first line of a console script', () => spec(consoleScript(), { cwd: '/' }), '6'],
    ['of an interpreter', () => spec(join(project, '.venv/bin/python'), { args: ['-m', 'tool'] }), '4'],
    ['that is asked for', () => spec('src/app.py', { interpreter: join(project, '.venv/bin/python') }), '2'],
  ])('is the one %s', async (_, launched, output) => {
    await using python = record('python');
    must(await python.backend.setBreakpoints(library, [at('library', 2)]));
    must(await python.backend.launch(launched(), AbortSignal.timeout(30_000)));
    expect(await python.next('stopped')).toMatchObject({ reason: 'entry' });
    must(await python.backend.resume());
    const stopped = await python.next('stopped');
    expect(stopped).toMatchObject({ breakpoints: ['library'], location: { file: library, line: 2 } });
    const { frames } = must(await python.backend.stack(stopped.thread, 0, 20));
    expect(frames.map((frame) => [frame.function, frame.isExternal])).toEqual([
      ['twice', true],
      ['<module>', false],
    ]);
    must(await python.backend.resume());
    expect(await python.next('exited')).toMatchObject({ code: 0 });
    expect(python.output('stdout')).toBe(`${output}\n`);
  });

  it('can be stepped into, unless only the own code is wanted', async () => {
    for (const [justMyCode, file] of [
      [false, library],
      [true, join(project, 'src/app.py')],
    ] as const) {
      await using python = record('python');
      must(await python.backend.launch(spec('src/app.py', { justMyCode }), AbortSignal.timeout(30_000)));
      await python.next('stopped');
      must(await python.backend.step(1, 'over'));
      expect(await python.next('stopped')).toMatchObject({ location: { line: 2 } });
      must(await python.backend.step(1, 'in'));
      const stopped = await Promise.race([python.next('stopped'), justMyCode ? python.next('exited') : never]);
      if (stopped.kind === 'stopped') expect(stopped).toMatchObject({ location: { file } });
    }
  });

  it('gives Python its own arguments', async () => {
    await using python = record('python');
    const program = write('flags.py', ['import sys', 'print(sys.flags.dev_mode)']);
    must(await python.backend.launch(spec(program, { runtimeArgs: ['-X', 'dev'] }), AbortSignal.timeout(30_000)));
    await python.next('stopped');
    must(await python.backend.resume());
    await python.next('exited');
    expect(python.output('stdout')).toBe('True\n');
  });

  it.each([
    ['an interpreter that does not run', () => spec('src/app.py', { interpreter: '/no/python' }), '/no/python'],
    ['a module that does not exist', () => spec('-m no_such_module'), 'no_such_module'],
    ['an interpreter with nothing to run', () => spec(join(project, '.venv/bin/python')), 'Name the script'],
  ])('is refused for %s', async (_, launched, words) => {
    await using python = record('python');
    const error = mustFail(await python.backend.launch(launched(), AbortSignal.timeout(30_000)));
    expect(error).toMatchObject({ code: 'LAUNCH_FAILED', message: expect.stringContaining(words) });
  });
});

const never = new Promise<never>(() => undefined);
