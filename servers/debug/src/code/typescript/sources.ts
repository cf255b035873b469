import ts from 'typescript';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import type { Wanted } from '../workspace/find-workspace.ts';
import { type Config, readConfigs } from './configs.ts';
import { createFileCache } from './file-cache.ts';
import { createProject, type Project } from './project.ts';

/** The sources of a workspace at the time of a request. */
export interface Sources {
  readonly root: string;
  readonly projects: () => readonly Project[];
  /** Reads changes from disk. Throws once `isCancelled` returns true. */
  readonly refresh: (isCancelled: () => boolean) => Found<void>;
  readonly throwIfCancelled: () => void;
}

/** Thrown after a cancelled request. The compiler also has its own exception for this. */
export class Cancelled extends Error {}

export function createSources(wanted: Wanted): Sources {
  const files = createFileCache();
  const registry = ts.createDocumentRegistry(true, wanted.root);
  const projectsByPath = new Map<string, Project>();
  let isCancelled = (): boolean => false;
  const throwIfCancelled = (): void => {
    if (isCancelled()) throw new Cancelled();
  };
  const update = (configs: readonly Config[]): void => {
    const kept = new Set(configs.map(({ path }) => path));
    for (const [path, project] of projectsByPath) {
      if (kept.has(path)) continue;
      project.close();
      projectsByPath.delete(path);
    }
    for (const config of configs) {
      const known = projectsByPath.get(config.path);
      if (known !== undefined) known.update(config);
      else
        projectsByPath.set(
          config.path,
          createProject(config, files, registry, () => isCancelled()),
        );
    }
  };
  return {
    root: wanted.root,
    projects: () => [...projectsByPath.values()],
    throwIfCancelled,
    refresh: (cancelled) => {
      isCancelled = cancelled;
      files.forget();
      const configs = readConfigs(wanted, throwIfCancelled);
      if (!configs.ok) return err(configs.error);
      update(configs.value);
      return ok(undefined);
    },
  };
}
