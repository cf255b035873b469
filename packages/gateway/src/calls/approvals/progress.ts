import type { Clock } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import { readEnvelope } from '../sent-params.ts';

/** Below the timeout of most clients, which is a minute without progress. */
const EVERY_MS = 10_000;

/** Smaller than any progress that the server reports later, since progress must increase. */
const STEP = 1e-6;

/** Sends progress notifications with this message now and periodically, if the client requested progress. Returns a function to stop. */
export function showProgress(call: Call, message: () => string, clock: Clock): () => void {
  const { progressToken } = readEnvelope(call.params);
  if (progressToken === undefined) return () => {};
  let told = 0;
  let cancel = (): void => {};
  const tell = (): void => {
    told += 1;
    call.caller.notify('notifications/progress', { progressToken, progress: told * STEP, message: message() });
    cancel = clock.after(EVERY_MS, tell);
  };
  tell();
  return () => cancel();
}
