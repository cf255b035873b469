import { readFileSync } from 'node:fs';

/** What a shell adds to the environment by itself. */
const OF_SHELLS = ['PWD', 'OLDPWD', 'SHLVL'];
/** The number of the process goes to the adapter, which attaches and says so; then the process becomes the program. */
const SCRIPT = `printf '{"kind":"pid","pid":%d}\\n' "$$" > "$1"; read -r told < "$1"; unset told; shift; exec "$@"`;

/**
 * lldb-dap has the program started by a second lldb-dap, and attaches to that first: most of a launch is then spent on reading the
 * symbols of the debugger itself. A shell that says the same to the same file takes a third of the time. The command is left as it
 * is where it is not known, or where nobody but the second lldb-dap may allow the attaching.
 */
export const quickLauncher = (
  asked: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] => {
  const file = asked[asked.indexOf('--comm-file') + 1];
  const program = asked.indexOf('--launch-target') + 1;
  if (!asked.includes('--comm-file') || file === undefined || program === 0 || !mayAttachToAny()) return asked;
  const added = OF_SHELLS.filter((name) => env[name] === undefined);
  const script = added.length === 0 ? SCRIPT : `unset ${added.join(' ')}; ${SCRIPT}`;
  return ['/bin/sh', '-c', script, 'sh', file, ...asked.slice(program)];
};

/** Where Yama restricts it, a process has to name who may attach to it, which a shell cannot. */
const mayAttachToAny = (): boolean => {
  if (process.getuid?.() === 0) return true;
  try {
    return readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8').trim() === '0';
  } catch {
    return true;
  }
};
