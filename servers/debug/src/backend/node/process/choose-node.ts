import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { basename, extname, isAbsolute, resolve } from 'node:path';
import { ok } from '../../../result.ts';
import type { LaunchSpec, Outcome } from '../../backend.ts';
import { fail } from '../inspect/handles.ts';

export interface NodeCommand {
  readonly node: string;
  /** The arguments after the inspector's option. */
  readonly args: readonly string[];
  /** The absolute path of the file that runs. */
  readonly program: string;
}

/** Chooses the Node for a program: the one in its shebang line, else our own. */
export function chooseNode(spec: LaunchSpec): Outcome<NodeCommand> {
  const program = absolute(spec.cwd, spec.program);
  const problem = readable(program);
  if (problem !== undefined) return problem;
  if (isNode(program)) {
    const at = spec.args.findIndex((argument) => !argument.startsWith('-'));
    const script = spec.args[at];
    if (script === undefined) {
      return fail('LAUNCH_FAILED', `${spec.program} is Node itself. Name the script to run as the first argument.`);
    }
    const file = absolute(spec.cwd, script);
    const missing = readable(file);
    return missing ?? ok({ node: program, args: spec.args, program: file });
  }
  return ok({ node: named(spec) ?? namedNode(program) ?? process.execPath, args: [program, ...spec.args], program });
}

export const isNode = (executable: string): boolean => /^node(js)?(-?\d+(\.\d+)*)?$/.test(basename(executable));

const absolute = (cwd: string, path: string): string => (isAbsolute(path) ? path : resolve(cwd, path));

function readable(path: string): Outcome<never> | undefined {
  try {
    if (statSync(path).isDirectory() && extname(path) !== '') return fail('INVALID_PATH', `${path} is a folder.`);
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EACCES' || code === 'EPERM'
      ? fail('PERMISSION_DENIED', `${path} may not be read by this user.`)
      : fail('INVALID_PATH', `There is no file ${path}.`);
  }
}

const named = ({ interpreter, cwd }: LaunchSpec): string | undefined =>
  interpreter?.includes('/') ? absolute(cwd, interpreter) : interpreter;

/** The interpreter of the shebang line, if it is a path. */
function namedNode(program: string): string | undefined {
  const [, interpreter] = /^#!\s*(\/\S+)/.exec(beginningOf(program)) ?? [];
  if (interpreter === undefined || !isNode(interpreter)) return undefined;
  try {
    accessSync(interpreter, constants.X_OK);
    return interpreter;
  } catch {
    return undefined;
  }
}

function beginningOf(path: string): string {
  const bytes = Buffer.alloc(256);
  try {
    const file = openSync(path, 'r');
    try {
      return bytes.toString('latin1', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
