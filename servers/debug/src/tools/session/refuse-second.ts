import type { Outcome } from '../../backend/backend.ts';
import type { Engine } from '../../engine/engine.ts';
import { alreadyAttached } from '../../engine/failures.ts';

/** Rejects a second session before anything else is checked. */
export function refuseSecond(engine: Engine): Outcome<never> | undefined {
  const session = engine.current();
  return session === undefined ? undefined : alreadyAttached(session);
}
