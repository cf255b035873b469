import { toMessage } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';

/** The result of one check, with advice. */
export interface Check {
  /** The subject: `token`, `server notes`, `client Cursor`. */
  readonly name: string;
  /** `warning`: works, but could be better or is not set up yet. */
  readonly state: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly fix?: string;
}

/** Far longer than any check takes on a healthy machine. */
const TIMEOUT_MS = 10_000;

/** Runs a check; one that hangs or throws is reported as a problem. */
export async function withTimeout(
  name: string,
  look: () => Promise<readonly Check[]>,
  patienceMs: number = TIMEOUT_MS,
): Promise<readonly Check[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly Check[]>();
  const timer = setTimeout(
    () => resolve([{ name, state: 'problem', message: `No answer within ${patienceMs / 1_000} s.` }]),
    patienceMs,
  );
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    return [{ name, state: 'problem', message: `Could not be checked: ${toPrintable(toMessage(error))}` }];
  } finally {
    clearTimeout(timer);
  }
}
