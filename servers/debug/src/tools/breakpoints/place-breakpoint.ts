import type { Outcome } from '../../backend/backend.ts';
import type { LineBreakpoint } from '../../engine/breakpoint.ts';
import { err, ok } from '../../result.ts';
import type { Call } from '../define-tool.ts';

/** Sets a new breakpoint; removes it again if its line has no code, and names the line to use. */
export async function placeBreakpoint(
  { engine }: Call,
  breakpoint: LineBreakpoint,
  isNew: boolean,
): Promise<Outcome<void>> {
  const session = engine.live();
  if (!session.ok) return ok(undefined);
  const { backend } = session.value;
  const synced = await engine.breakpoints.syncFile(backend, breakpoint.file);
  const undo = async () => {
    engine.breakpoints.remove(breakpoint.id);
    await engine.breakpoints.syncFile(backend, breakpoint.file);
  };
  if (!synced.ok) {
    if (isNew) await undo();
    return synced;
  }
  const { bound, file, line } = breakpoint;
  if (!isNew || bound === undefined || bound.isBound || bound.nearestLine === undefined) return ok(undefined);
  await undo();
  return err({
    code: 'INVALID_LINE',
    message: `Line ${line} of ${file} has no code. The nearest line that has is ${bound.nearestLine}.`,
    details: { file, requestedLine: line, nearestValidLine: bound.nearestLine },
  });
}
