import { toMessage } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';

/** What one look found, and what to do about it. */
export interface Check {
  /** What was looked at: `token`, `server notes`, `client Cursor`. */
  readonly name: string;
  /** `warning`: works, but could be better, or is only not there yet. */
  readonly state: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly fix?: string;
}

/** No look takes near as long on a machine that is well. */
const PATIENCE_MS = 10_000;

/** Runs a look; one that hangs or fails is a finding too. */
export async function within(
  name: string,
  look: () => Promise<readonly Check[]>,
  patienceMs: number = PATIENCE_MS,
): Promise<readonly Check[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly Check[]>();
  const timer = setTimeout(
    () => resolve([{ name, state: 'problem', message: `There was no answer within ${patienceMs / 1_000} s.` }]),
    patienceMs,
  );
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    return [{ name, state: 'problem', message: `It cannot be looked at: ${toPrintable(toMessage(error))}` }];
  } finally {
    clearTimeout(timer);
  }
}
