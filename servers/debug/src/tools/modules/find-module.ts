import { basename } from 'node:path';
import type { Backend, Outcome } from '../../backend/backend.ts';
import type { ModuleFacts } from '../../backend/facts.ts';
import { err, ok } from '../../result.ts';

/** Finds a loaded module by its name, its path or the end of its path. */
export async function findModule(backend: Backend, asked: string): Promise<Outcome<ModuleFacts>> {
  const modules = await backend.modules();
  if (!modules.ok) return modules;
  const isNamed = (is: (facts: ModuleFacts) => boolean) => modules.value.find(is);
  const found =
    isNamed(({ name, path }) => name === asked || path === asked) ??
    isNamed(({ path }) => path !== undefined && basename(path) === asked) ??
    isNamed(({ name }) => basename(name) === asked || basename(name).replace(/\.\w+$/, '') === asked);
  if (found !== undefined) return ok(found);
  return err({
    code: 'MODULE_NOT_FOUND',
    message: `No module '${asked}' is loaded. Call modules_list to see which are.`,
    details: { module_name: asked },
  });
}
