import type { Backend, Outcome } from '../../backend/backend.ts';
import type { AnyBreakpoint } from '../../engine/breakpoint.ts';
import type { Engine } from '../../engine/engine.ts';
import { noBreakpoint } from '../../engine/failures.ts';
import { ok } from '../../result.ts';

export function findBreakpoint(engine: Engine, id: string): Outcome<AnyBreakpoint> {
  const found = engine.breakpoints.find(id);
  return found === undefined ? noBreakpoint(id) : ok(found);
}

/** Sends a changed breakpoint to the debugger. Does nothing without a session. */
export async function syncBreakpoint(engine: Engine, breakpoint: AnyBreakpoint): Promise<Outcome<void>> {
  const session = engine.live();
  if (!session.ok) return ok(undefined);
  const backend: Backend = session.value.backend;
  return breakpoint.kind === 'exception'
    ? engine.breakpoints.syncExceptions(backend)
    : engine.breakpoints.syncFile(backend, breakpoint.file);
}
