import { ok } from '../../../result.ts';
import type { BoundBreakpoint, Outcome, WantedBreakpoint } from '../../backend.ts';
import type { Debuggee } from '../debuggee.ts';
import { scanMaps } from '../source/scan-maps.ts';
import { boundOf, pendingBound } from './bound.ts';
import type { BreakpointRegistry } from './breakpoint-registry.ts';
import { placeBreakpoints } from './place-breakpoints.ts';

/** Replaces all breakpoints of a file; without a debuggee they are stored for the next one. */
export async function setBreakpoints(
  book: BreakpointRegistry,
  debuggee: Debuggee | undefined,
  { file, wanted }: { readonly file: string; readonly wanted: readonly WantedBreakpoint[] },
): Promise<Outcome<readonly BoundBreakpoint[]>> {
  book.replace(file, wanted);
  const entries = wanted.flatMap(({ id }) => book.entries.get(id) ?? []);
  if (debuggee === undefined) {
    return ok(
      entries.map((entry) => {
        entry.bound = pendingBound(entry, 'No program is running yet; the breakpoint is set when one is launched.');
        return entry.bound;
      }),
    );
  }
  if (wanted.length > 0 && debuggee.maps.naming(file).length === 0) {
    for (const map of scanMaps(debuggee.program, [file])) debuggee.maps.add(map);
  }
  await Promise.all([...debuggee.threads.values()].map((thread) => placeBreakpoints(debuggee, thread)));
  return ok(await Promise.all(entries.map((entry) => boundOf(debuggee, entry))));
}
