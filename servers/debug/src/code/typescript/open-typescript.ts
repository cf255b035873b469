import { ok } from '../../result.ts';
import type { CodeBackend, Found } from '../code-backend.ts';
import type { Wanted } from '../workspace/find-workspace.ts';
import { createTypeScriptThread } from './thread.ts';

/** Runs the TypeScript compiler in a separate thread. */
export async function openTypeScript(wanted: Wanted, deadline: AbortSignal): Promise<Found<CodeBackend>> {
  const thread = createTypeScriptThread(wanted);
  const loaded = await thread.ask<'load'>({ kind: 'load' }, deadline);
  if (!loaded.ok) {
    await thread.close();
    return loaded;
  }
  return ok({
    kind: 'typescript',
    get projects() {
      return thread.projects();
    },
    definition: (at, signal) => thread.ask<'definition'>({ kind: 'definition', at }, signal),
    usages: (of, signal) => thread.ask<'usages'>({ kind: 'usages', of }, signal),
    assignments: (of, signal) => thread.ask<'assignments'>({ kind: 'assignments', of }, signal),
    diagnostics: (project, signal) => thread.ask<'diagnostics'>({ kind: 'diagnostics', project }, signal),
    close: thread.close,
  });
}
