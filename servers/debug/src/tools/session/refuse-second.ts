import type { Outcome } from '../../backend/backend.ts';
import type { Engine } from '../../engine/engine.ts';
import { alreadyAttached } from '../../engine/failures.ts';

/** There is one session at a time; nothing is even looked at for a second. */
export function refuseSecond(engine: Engine): Outcome<never> | undefined {
  const session = engine.current();
  return session === undefined ? undefined : alreadyAttached(session);
}
