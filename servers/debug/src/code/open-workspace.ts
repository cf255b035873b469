import type { CodeBackend, Found } from './code-backend.ts';

import { createCppProfile } from './cpp/cpp-profile.ts';
import { widestRoot } from './cpp/database.ts';
import { openLsp } from './lsp/lsp-backend.ts';
import { pythonProfile } from './python/python-profile.ts';
import { openTypeScript } from './typescript/open-typescript.ts';
import { findWorkspace } from './workspace/find-workspace.ts';

/**
 * Opens the sources at a path: a project file, a source file or a folder. The caller must close it.
 * @example await openWorkspace('/home/me/shop/tsconfig.json', AbortSignal.timeout(60_000))
 */
export async function openWorkspace(path: string, deadline: AbortSignal): Promise<Found<CodeBackend>> {
  const wanted = await findWorkspace(path, deadline);
  if (!wanted.ok) return wanted;
  switch (wanted.value.language) {
    case 'typescript':
      return openTypeScript(wanted.value, deadline);
    case 'python':
      return openLsp(pythonProfile, wanted.value, deadline);
    case 'cpp': {
      const root = await widestRoot(wanted.value);
      return openLsp(createCppProfile(), { ...wanted.value, root }, deadline);
    }
  }
}
