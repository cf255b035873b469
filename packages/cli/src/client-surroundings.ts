import { homedir } from 'node:os';
import type { ClientSurroundings } from '@toolmark/setup';
import type { Io } from './io.ts';

/** The machine whose client configs are used, and the current folder. */
export function clientSurroundings({ env, cwd }: Pick<Io, 'env' | 'cwd'>): ClientSurroundings {
  const { platform } = process;
  return { platform, env, cwd, home: (platform === 'win32' ? undefined : env['HOME']) || homedir() };
}
