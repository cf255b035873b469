import type { Clock } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import { readEnvelope } from '../sent-params.ts';

/** Well below the minute after which most clients give up on a request they hear nothing of. */
const EVERY_MS = 10_000;

/**
 * So small that what the server itself says of its progress later is more: under one token it may only rise.
 */
const STEP = 1e-6;

/** Tells the client, if it wants to hear of progress, what its call waits for: now, and again until it is stopped. */
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
