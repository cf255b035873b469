import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findExecutable, isThere } from '../../../code/lsp/find-executable.ts';
import type { DebugError } from '../../../errors.ts';
import { err, ok, type Result } from '../../../result.ts';
import { findLldb } from '../native/find-lldb.ts';

/** The debugger that calls functions in a running Python to load debugpy. */
export type Injector = { readonly kind: 'gdb' } | { readonly kind: 'lldb'; readonly path: string };

export interface Around {
  /** The major version of gdb, if installed. */
  readonly gdb: number | undefined;
  /** The path of lldb. */
  readonly lldb: string | undefined;
  /**
   * Whether the CPU has AMX: gdb before 14 cannot write its registers, and breaks the program that it tries to inject
   * into.
   */
  readonly hasAmx: boolean;
}

const FIRST_WITH_AMX = 14;
const PROBE_MS = 10_000;

/** debugpy requires gdb. If gdb is missing or would break the program, lldb replaces it. */
export function chooseInjector({ gdb, lldb, hasAmx }: Around): Result<Injector, DebugError> {
  const isGood = gdb !== undefined && (!hasAmx || gdb >= FIRST_WITH_AMX);
  if (isGood) return ok({ kind: 'gdb' });
  if (lldb !== undefined) return ok({ kind: 'lldb', path: lldb });
  const install = gdb === undefined ? 'sudo apt-get install gdb' : 'sudo apt-get install lldb-19';
  const why =
    gdb === undefined
      ? 'neither gdb nor lldb was found'
      : `gdb ${gdb} breaks programs on processors with AMX, of which this is one, and no lldb was found`;
  return err({
    code: 'ATTACH_FAILED',
    message: `debugpy cannot be put into a running program: ${why}. Run "${install}".`,
    details: { install },
  });
}

export async function findInjector(deadline: AbortSignal): Promise<Result<Injector, DebugError>> {
  const [gdb, lldb, hasAmx] = await Promise.all([gdbVersion(deadline), lldbPath(), processorHasAmx()]);
  return chooseInjector({ gdb, lldb, hasAmx });
}

/** The environment in which debugpy finds the injector, and a temporary folder with the files for that. */
export async function injectorEnv(
  injector: Injector,
  python: string,
  folder: string,
): Promise<Readonly<Record<string, string | undefined>>> {
  const { env } = process;
  if (injector.kind === 'gdb') return env;
  const bin = join(folder, 'bin');
  const helper = fileURLToPath(new URL('../../../../helpers/inject/gdb_by_lldb.py', import.meta.url));
  await mkdir(bin, { recursive: true });
  const quoted = [python, helper, injector.path].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  await writeFile(join(bin, 'gdb'), `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`);
  await chmod(join(bin, 'gdb'), 0o700);
  return { ...env, PATH: [bin, env['PATH'] ?? ''].join(delimiter) };
}

async function gdbVersion(signal: AbortSignal): Promise<number | undefined> {
  const path = await findExecutable(['gdb'], process.env);
  if (path === undefined) return undefined;
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: PROBE_MS, killSignal: 'SIGKILL', signal }, (error, stdout) => {
      const major = error === null ? /^GNU gdb.*?(\d+)\.\d+\S*\s*$/m.exec(stdout)?.[1] : undefined;
      resolve(major === undefined ? undefined : Number(major));
    });
  });
}

/** Use the lldb of the adapter's own LLVM, in the same folder. */
async function lldbPath(): Promise<string | undefined> {
  const adapter = await findLldb();
  if (!adapter.ok) return undefined;
  const path = join(dirname(adapter.value), basename(adapter.value).replace('lldb-dap', 'lldb'));
  return path !== adapter.value && (await isThere(path)) ? path : undefined;
}

async function processorHasAmx(): Promise<boolean> {
  const facts = await readFile('/proc/cpuinfo', 'utf8').catch(() => '');
  return /^flags\s*:.*\bamx_tile\b/m.test(facts);
}
