import type { Outcome } from '../../backend/backend.ts';
import type { Engine } from '../../engine/engine.ts';
import { err } from '../../result.ts';

/** There is one session at a time; nothing is even looked at for a second. */
export function refuseSecond(engine: Engine): Outcome<never> | undefined {
  const session = engine.current();
  if (session === undefined) return undefined;
  return err({
    code: 'ALREADY_ATTACHED',
    message: 'A program is being debugged already, and there is one session at a time. Call debug_disconnect first.',
    details: { currentPid: session.facts?.pid ?? null },
  });
}
