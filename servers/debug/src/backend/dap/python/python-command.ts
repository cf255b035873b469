import { basename, join, resolve } from 'node:path';
import type { LaunchSpec } from '../../backend.ts';

/** A command line of Python, in its parts. */
export interface PythonCommand {
  /** The interpreter, if the program is one. */
  readonly interpreter: string | undefined;
  readonly interpreterArgs: readonly string[];
  readonly target:
    | { readonly kind: 'script'; readonly file: string }
    | { readonly kind: 'module'; readonly module: string }
    /** An interpreter without anything to run. */
    | { readonly kind: 'none' };
  readonly args: readonly string[];
}

/** Options of Python whose value is the next argument. */
const WITH_VALUE = new Set(['-X', '-W', '--check-hash-based-pycs']);

/**
 * Takes a launch apart: a script, a folder, `-m module`, or an interpreter with any of these in its arguments.
 *
 * @example
 * parsePythonCommand({ program: '.venv/bin/python', args: ['-m', 'pytest', '-q'], cwd: '/app', env: {} })
 * // { interpreter: '/app/.venv/bin/python', interpreterArgs: [], target: { kind: 'module', module: 'pytest' }, args: ['-q'] }
 */
export function parsePythonCommand({ program, args, cwd, runtimeArgs = [] }: LaunchSpec): PythonCommand {
  const [, module] = /^-m\s+(\S+)$/.exec(program) ?? [];
  if (module !== undefined) {
    return { interpreter: undefined, interpreterArgs: runtimeArgs, target: { kind: 'module', module }, args };
  }
  const file = resolve(cwd, program);
  if (!/^python[\d.]*$/.test(basename(file))) {
    return { interpreter: undefined, interpreterArgs: runtimeArgs, target: script(program, file), args };
  }
  const interpreterArgs = [...runtimeArgs];
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? '';
    const next = args[at + 1];
    if (argument === '-m' && next !== undefined) {
      return { interpreter: file, interpreterArgs, target: { kind: 'module', module: next }, args: args.slice(at + 2) };
    }
    if (!argument.startsWith('-')) {
      const target = script(argument, resolve(cwd, argument));
      return { interpreter: file, interpreterArgs, target, args: args.slice(at + 1) };
    }
    interpreterArgs.push(argument);
    if (WITH_VALUE.has(argument) && next !== undefined) {
      interpreterArgs.push(next);
      at += 1;
    }
  }
  return { interpreter: file, interpreterArgs, target: { kind: 'none' }, args: [] };
}

/** Python runs the `__main__.py` of a folder. */
const script = (asked: string, file: string): PythonCommand['target'] => ({
  kind: 'script',
  file: asked.endsWith('/') ? join(file, '__main__.py') : file,
});
