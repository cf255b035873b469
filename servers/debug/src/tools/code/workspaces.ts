import type { CodeBackend, Found } from '../../code/code-backend.ts';
import { LIMITS } from '../../engine/limits.ts';
import { err, ok } from '../../result.ts';

export type OpenWorkspace = (
  path: string,
  deadline: AbortSignal,
  language?: CodeBackend['kind'],
) => Promise<Found<CodeBackend>>;

interface Workspace {
  readonly path: string;
  /** The only language to load; `undefined` for all. */
  readonly language: CodeBackend['kind'] | undefined;
  readonly backend: CodeBackend;
  readonly loadedAt: Date;
}

/** The workspace of the code tools; one at a time. */
export interface Workspaces {
  /** Replaces the current workspace. Reopens the same path only if necessary. */
  readonly load: (path: string, language: Workspace['language'], signal: AbortSignal) => Promise<Found<Workspace>>;
  readonly current: () => Found<Workspace>;
  readonly close: () => Promise<void>;
}

export function createWorkspaces(open: OpenWorkspace, now: () => Date = () => new Date()): Workspaces {
  let current: Workspace | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();
  const load = async (
    path: string,
    language: Workspace['language'],
    signal: AbortSignal,
  ): Promise<Found<Workspace>> => {
    if (current?.path === path && current.language === language) return ok(current);
    const deadline = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(LIMITS.codeMs)]);
    const opened = await open(path, deadline, language);
    if (!opened.ok) return opened;
    await current?.backend.close();
    current = { path, language, backend: opened.value, loadedAt: now() };
    return ok(current);
  };
  return {
    load: (path, language, signal) => {
      const result = turn.then(() => load(path, language, signal));
      turn = result.catch(() => undefined);
      return result;
    },
    current: () => {
      if (current !== undefined) return ok(current);
      return err({
        code: 'NO_WORKSPACE',
        message: 'No workspace is loaded. Call code_load with the path of a project first.',
      });
    },
    close: async () => {
      closing.abort();
      await turn;
      await current?.backend.close();
      current = undefined;
    },
  };
}
