import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { Io } from '../io.ts';

/** Where to look for a program. */
export interface ProgramPlace {
  readonly platform: string;
  readonly env: Io['env'];
  readonly cwd: string;
}

/** Whether a command exists, as a path or on the `PATH`. */
export function isProgram(command: string, { env, cwd, platform }: ProgramPlace): boolean {
  const isPath = /[/\\]/.test(command);
  const folders = isPath ? [''] : (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  const endings = platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  return folders.some((folder) => endings.some((ending) => existsSync(resolve(cwd, folder, `${command}${ending}`))));
}
