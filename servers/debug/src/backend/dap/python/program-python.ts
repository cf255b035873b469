import { execFile } from 'node:child_process';
import { access, mkdir, open, readdir, symlink } from 'node:fs/promises';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { err, ok } from '../../../result.ts';
import type { LaunchSpec, Outcome } from '../../backend.ts';
import { type PythonFacts, probe } from './find-python.ts';
import type { PythonCommand } from './python-command.ts';

/** The Python that runs a program. */
export interface ProgramPython {
  readonly executable: string;
  /** The folder of the debugger's debugpy if this Python has none of its own. */
  readonly borrows: string | undefined;
}

/**
 * The Python of a program: the requested one, the one of its first line, or that of its virtual environment; else the
 * debugger's own. It needs no debugpy: it borrows the debugger's.
 */
export const programPython = async (
  command: PythonCommand,
  spec: LaunchSpec,
  own: PythonFacts,
  deadline: AbortSignal,
): Promise<Outcome<ProgramPython>> => {
  const asked = spec.interpreter === undefined ? command.interpreter : named(spec.interpreter, spec.cwd);
  const wanted = asked ?? (await namedByShebang(command)) ?? (await environmentOf(command, spec));
  if (wanted === undefined || wanted === own.executable) return ok({ executable: own.executable, borrows: undefined });
  const found = await probe(wanted, { ...process.env, ...spec.env }, deadline);
  if (found === undefined) {
    const message = `${wanted} does not run as a Python. Give another one as interpreter.`;
    return err({ code: 'LAUNCH_FAILED', message, details: { interpreter: wanted } });
  }
  if (found.debugpy !== undefined) return ok({ executable: wanted, borrows: undefined });
  if (minorOf(found.version) <= minorOf(own.version)) return ok({ executable: wanted, borrows: own.debugpy });
  const install = `${wanted} -m pip install debugpy`;
  const message = `${wanted} is Python ${found.version} without debugpy, and the debugpy of ${own.executable} is for Python ${own.version} and older. Run "${install}".`;
  return err({ code: 'LAUNCH_FAILED', message, details: { install } });
};

/** Debuggers follow Python's versions: an older debugpy does not work in a newer Python. */
const minorOf = (version: string): number => Number(version.split('.')[1] ?? 0);

const named = (interpreter: string, cwd: string): string =>
  interpreter.includes('/') ? resolve(cwd, interpreter) : interpreter;

/** Console scripts name the Python of their environment. */
const namedByShebang = async ({ target }: PythonCommand): Promise<string | undefined> => {
  if (target.kind !== 'script') return undefined;
  const [, interpreter] = /^#!\s*(\/\S+)/.exec(await beginningOf(target.file)) ?? [];
  if (interpreter === undefined || !/^python[\d.]*$/.test(basename(interpreter))) return undefined;
  const isInEnvironment = await exists(join(dirname(dirname(interpreter)), 'pyvenv.cfg'));
  return isInEnvironment ? interpreter : undefined;
};

const beginningOf = async (path: string): Promise<string> => {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  }
};

const FOLDERS = ['.venv', 'venv'];

/** The virtual environment that is active, or beside the program, or in a folder above it; uv uses the same places. */
const environmentOf = async ({ target }: PythonCommand, { cwd, env }: LaunchSpec): Promise<string | undefined> => {
  const active = env['VIRTUAL_ENV'] ?? process.env['VIRTUAL_ENV'];
  const beside = target.kind === 'script' ? dirname(target.file) : cwd;
  for (const folder of [
    ...(active === undefined ? [] : [active]),
    ...(await candidates(beside)),
    ...(await candidates(cwd)),
  ]) {
    const python = join(folder, 'bin', 'python');
    if (await exists(python)) return python;
  }
  return poetryEnvironment(beside);
};

/** The folders up to the root of the project. */
const candidates = async (start: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (let folder = start; ; folder = dirname(folder)) {
    found.push(...FOLDERS.map((name) => join(folder, name)));
    const isRoot = (await exists(join(folder, '.git'))) || (await exists(join(folder, 'pyproject.toml')));
    if (isRoot || folder === dirname(folder)) return found;
  }
};

const POETRY = 'poetry';
const POETRY_MS = 10_000;

/** Poetry keeps environments elsewhere, and knows where. */
const poetryEnvironment = async (start: string): Promise<string | undefined> => {
  const project = await folderWith(start, 'poetry.lock');
  if (project === undefined) return undefined;
  const folder = await new Promise<string>((done) => {
    const options = { cwd: project, timeout: POETRY_MS, killSignal: 'SIGKILL' } as const;
    execFile(POETRY, ['env', 'info', '--path'], options, (error, stdout) => done(error === null ? stdout.trim() : ''));
  });
  return folder === '' ? undefined : join(folder, 'bin', 'python');
};

const folderWith = async (start: string, name: string): Promise<string | undefined> => {
  for (let folder = start; ; folder = dirname(folder)) {
    if (await exists(join(folder, name))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
};

/**
 * Lets a Python without debugpy use the debugger's. A folder of links has nothing else in it, so that no other package
 * of the debugger's Python can be imported.
 */
export const debugpyEnv = async (
  { borrows }: ProgramPython,
  env: LaunchSpec['env'],
  scratch: string,
): Promise<Readonly<Record<string, string>>> => {
  if (borrows === undefined) return {};
  const packages = dirname(borrows);
  const links = join(scratch, 'debugpy');
  await mkdir(links, { recursive: true });
  // Some distributions install the parts of debugpy beside it.
  const parts = (await readdir(packages)).filter((name) => /^(?:debugpy|bytecode|_?pydev[\w.]*)$/.test(name));
  await Promise.all(parts.map((name) => symlink(join(packages, name), join(links, name))));
  const others = env['PYTHONPATH'] ?? process.env['PYTHONPATH'];
  return { PYTHONPATH: [links, ...(others === undefined || others === '' ? [] : [others])].join(delimiter) };
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
