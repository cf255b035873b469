import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from './io.ts';

/** The data folder: the one given, `TOOLMARK_HOME`, or `~/.toolmark`. */
export function dataDirOf(given: string | undefined, { cwd, env }: Pick<Io, 'cwd' | 'env'>): string {
  return resolve(cwd, given ?? (env['TOOLMARK_HOME'] || join(homedir(), '.toolmark')));
}
