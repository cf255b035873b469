import { readdir } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { findExecutable } from '../lsp/find-executable.ts';

const INSTALL = 'sudo apt-get install clangd-19';

/** `clangd`, else the newest `clangd-NN` on the path. */
export async function findClangd(env: Readonly<Record<string, string | undefined>>): Promise<Found<string>> {
  const versions = new Set<number>();
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    for (const name of await readdir(folder).catch(() => [])) {
      const version = /^clangd-(\d+)$/.exec(name)?.[1];
      if (version !== undefined) versions.add(Number(version));
    }
  }
  const numbered = [...versions].toSorted((one, other) => other - one).map((version) => `clangd-${version}`);
  const program = await findExecutable(['clangd', ...numbered], env);
  if (program !== undefined) return ok(program);
  return err({
    code: 'LOAD_FAILED',
    message: `C and C++ sources need clangd, which was not found. Run "${INSTALL}", then load the workspace again.`,
    details: { install: INSTALL },
  });
}
