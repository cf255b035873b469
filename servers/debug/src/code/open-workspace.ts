import { err, ok } from '../result.ts';
import type { CodeBackend, Found } from './code-backend.ts';
import { combineBackends } from './combine-backends.ts';

import { createCppProfile } from './cpp/cpp-profile.ts';
import { widestRoot } from './cpp/database.ts';
import { openLsp } from './lsp/lsp-backend.ts';
import { pythonProfile } from './python/python-profile.ts';
import { openTypeScript } from './typescript/open-typescript.ts';
import { findWorkspaces, type Wanted } from './workspace/find-workspace.ts';

/**
 * Opens the sources at a path: a project file, a source file or a folder. The caller must close it.
 * @example await openWorkspace('/home/me/shop/tsconfig.json', AbortSignal.timeout(60_000))
 */
export async function openWorkspace(
  path: string,
  deadline: AbortSignal,
  language?: CodeBackend['kind'],
): Promise<Found<CodeBackend>> {
  const wanted = await findWorkspaces(path, language, deadline);
  if (!wanted.ok) return wanted;
  const opened: CodeBackend[] = [];
  const problems: string[] = [];
  let failed: Found<never> | undefined;
  for (const each of wanted.value) {
    const backend = await open(each, deadline);
    if (backend.ok) opened.push(backend.value);
    else {
      failed ??= backend;
      problems.push(`${each.language} was left out: ${backend.error.message}`);
    }
  }
  const [main, ...others] = opened;
  if (main === undefined) return failed ?? err({ code: 'LOAD_FAILED', message: `${path} has no sources.` });
  return ok(others.length === 0 && problems.length === 0 ? main : combineBackends(main, others, problems));
}

async function open(wanted: Wanted, deadline: AbortSignal): Promise<Found<CodeBackend>> {
  switch (wanted.language) {
    case 'typescript':
      return openTypeScript(wanted, deadline);
    case 'python':
      return openLsp(pythonProfile, wanted, deadline);
    case 'cpp': {
      const root = await widestRoot(wanted);
      return openLsp(createCppProfile(), { ...wanted, root }, deadline);
    }
  }
}
