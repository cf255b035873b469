import { existsSync } from 'node:fs';
import { type CommandTarget, toPrintable } from '@toolmark/reach';
import type { Fault } from './wire.ts';

/** Why a command could not be started. Names only the command, not Node's message: arguments often hold credentials. */
export function spawnFault(target: CommandTarget, error: unknown): Fault {
  const command = toPrintable(target.command);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const because = (reason: string): Fault => ({
    message: `Could not start '${command}': ${reason}`,
    // Other causes (too many processes, no memory) may pass.
    retryable: !FINAL.has(code),
  });
  // Node reports a missing working directory as a missing command.
  if (code === 'ENOENT' && target.cwd !== undefined && !existsSync(target.cwd)) {
    return because(`the directory '${toPrintable(target.cwd)}' does not exist.`);
  }
  if (code === 'ENOENT' && /\s/.test(target.command)) {
    return because('the command does not exist; put its arguments into args.');
  }
  return because(ADVICE[code] ?? `it failed with ${code || 'an error'}; check the command and its arguments.`);
}

const FINAL: ReadonlySet<string> = new Set(['ENOENT', 'EACCES', 'ENOTDIR', 'EINVAL']);

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'the command does not exist; check the spelling and that it is installed.',
  EACCES: 'it is not executable; check its permissions.',
};
