import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../..', import.meta.url));

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the child process, for tests that interrupt it. */
  readonly onSpawn?: (child: ReturnType<typeof spawn>) => void;
}

/** Runs the built `toolmark` and waits for its exit. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  return runNode([fileURLToPath(new URL('../../packages/cli/bin/toolmark.js', import.meta.url)), ...args], options);
}

/** Runs a Node program and waits for its exit. */
export function runNode(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  options.onSpawn?.(child);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The command line of a server package from npm. */
export function installed(name: string, bin: string): readonly string[] {
  return [process.execPath, fileURLToPath(new URL(`../../node_modules/${name}/${bin}`, import.meta.url))];
}
