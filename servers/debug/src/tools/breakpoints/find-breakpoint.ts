import type { Backend, Outcome } from '../../backend/backend.ts';
import type { AnyBreakpoint } from '../../engine/breakpoint.ts';
import type { Engine } from '../../engine/engine.ts';
import { err, ok } from '../../result.ts';

export function findBreakpoint(engine: Engine, id: string): Outcome<AnyBreakpoint> {
  const found = engine.breakpoints.find(id);
  if (found !== undefined) return ok(found);
  return err({
    code: 'BREAKPOINT_NOT_FOUND',
    message: `There is no breakpoint '${id}'. Call breakpoint_list to see which exist.`,
    details: { id },
  });
}

/** Tells the debugger what has changed about a breakpoint. Without a session there is nobody to tell. */
export async function syncBreakpoint(engine: Engine, breakpoint: AnyBreakpoint): Promise<Outcome<void>> {
  const session = engine.live();
  if (!session.ok) return ok(undefined);
  const backend: Backend = session.value.backend;
  return breakpoint.kind === 'exception'
    ? engine.breakpoints.syncExceptions(backend)
    : engine.breakpoints.syncFile(backend, breakpoint.file);
}
