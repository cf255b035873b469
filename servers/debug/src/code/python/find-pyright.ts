import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { findExecutable, isThere } from '../lsp/find-executable.ts';

const SERVER = 'pyright/langserver.index.js';
const INSTALL = 'npm install --global pyright';

export interface PyrightPlaces {
  /** The opened folder. Its own pyright is only run if there is no other, because that is untrusted code. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The start of the search for our own modules. */
  readonly from: string;
}

/** The language server of pyright: ours, one on the path, or the workspace's. */
export async function findPyright({ root, env, from }: PyrightPlaces): Promise<Found<readonly string[]>> {
  const own = resolveFrom(from);
  if (own !== undefined) return ok([process.execPath, own, '--stdio']);
  const program = await findExecutable(['pyright-langserver', 'basedpyright-langserver'], env);
  if (program !== undefined) return ok([program, '--stdio']);
  for (let folder = root; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', SERVER);
    if (await isThere(path)) return ok([process.execPath, path, '--stdio']);
    if (folder === dirname(folder)) break;
  }
  return err({
    code: 'LOAD_FAILED',
    message: `Python sources need pyright, which was not found. Run "${INSTALL}", then load the workspace again.`,
    details: { install: INSTALL },
  });
}

function resolveFrom(from: string): string | undefined {
  try {
    return createRequire(from).resolve(SERVER);
  } catch {
    return undefined;
  }
}
