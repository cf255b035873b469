import { constants } from 'node:fs';
import { access, open, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { err, ok } from '../result.ts';
import type { BackendKind, Outcome } from './backend.ts';
import { isNode } from './node/process/choose-node.ts';

export interface DetectedProgram {
  readonly kind: BackendKind;
  /** Absolute: the entry of the folder if a folder was given. */
  readonly program: string;
}

/** The usual names of Python's interpreter. */
const isPython = (program: string): boolean => /^python[\d.]*$/.test(basename(program));

const NODE_FILES = new Set(['.js', '.cjs', '.mjs', '.ts', '.mts', '.cts']);
const SUPPORTED =
  'A Node.js program (.js, .mjs, .cjs, .ts, .mts, .cts, or a folder with a package.json), a Python program (.py) or a native executable can be launched.';

/** Detects the kind of a program by its name, its first bytes, or its folder. */
export async function detectProgram(asked: string, cwd: string): Promise<Outcome<DetectedProgram>> {
  // Python runs a module by its name.
  if (/^-m\s+[\w.-]+$/.test(asked)) return ok({ kind: 'python', program: asked });
  const program = resolve(cwd, asked);
  const facts = await stat(program).catch(() => undefined);
  if (facts === undefined) return invalidPath(program, `There is no file ${program}. Give the path of the program.`);
  if (facts.isDirectory()) return detectFolder(program);
  if (!facts.isFile()) return invalidPath(program, `${program} is no file.`);
  const extension = extname(program).toLowerCase();
  if (NODE_FILES.has(extension)) return ok({ kind: 'node', program });
  if (extension === '.py') return ok({ kind: 'python', program });
  if (extension === '.go') return unsupportedGo(program);
  return detectByContent(program);
}

async function detectFolder(folder: string): Promise<Outcome<DetectedProgram>> {
  const main = await packageEntry(folder);
  if (main !== undefined) return detectProgram(main, folder);
  if (await exists(join(folder, '__main__.py'))) return ok({ kind: 'python', program: join(folder, '__main__.py') });
  if (await exists(join(folder, 'go.mod'))) return unsupportedGo(folder);
  return invalidPath(
    folder,
    `${folder} is a folder without a program: no package.json with a bin or a main, and no __main__.py.`,
  );
}

/** The entry of a package: its only command, else its main file. */
async function packageEntry(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { bin, main } = JSON.parse(text) as { readonly bin?: unknown; readonly main?: unknown };
    const commands = typeof bin === 'object' && bin !== null ? Object.values(bin) : [bin];
    const entry = [...commands, main, 'index.js'].find((value) => typeof value === 'string');
    return entry === undefined ? undefined : resolve(folder, entry);
  } catch {
    return undefined;
  }
}

async function detectByContent(program: string): Promise<Outcome<DetectedProgram>> {
  const start = await firstBytes(program);
  if (start === undefined) {
    return err({
      code: 'PERMISSION_DENIED',
      message: `${program} cannot be read by the user that this server runs as.`,
    });
  }
  if (start.subarray(0, 4).equals(ELF)) return detectExecutable(program);
  const [, interpreter = ''] = /^#!\s*(?:\S*\/env\s+(?:-\S+\s+)*)?(\S+)/.exec(start.toString('latin1')) ?? [];
  const name = interpreter.split('/').at(-1) ?? '';
  if (/^(?:node|nodejs)$/.test(name)) return ok({ kind: 'node', program });
  if (/^python[\d.]*$/.test(name)) return ok({ kind: 'python', program });
  const what =
    name === '' ? 'It is no program that is known here.' : `It is a script for ${name}, which cannot be debugged here.`;
  return err({
    code: 'LAUNCH_FAILED',
    message: `${program} cannot be debugged. ${what} ${SUPPORTED}`,
    details: { program },
  });
}

const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

/** Detects the kind of an executable. Python and Node.js are runtimes: their script is in the arguments. */
async function detectExecutable(program: string): Promise<Outcome<DetectedProgram>> {
  const kind = isPython(program) ? 'python' : isNode(program) ? 'node' : 'native';
  if (await exists(program, constants.X_OK)) return ok({ kind, program });
  const message = `${program} may not be executed. Allow it with: chmod +x '${program}'`;
  return err({ code: 'PERMISSION_DENIED', message });
}

async function firstBytes(path: string): Promise<Buffer | undefined> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return undefined;
  }
}

async function exists(path: string, mode: number = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

function unsupportedGo(program: string): Outcome<never> {
  return err({
    code: 'LAUNCH_FAILED',
    message: `Go is not supported yet. ${SUPPORTED}`,
    details: { program, language: 'go' },
  });
}

const invalidPath = (program: string, message: string): Outcome<never> =>
  err({ code: 'INVALID_PATH', message, details: { program } });
