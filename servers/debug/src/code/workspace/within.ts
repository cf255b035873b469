import type { DebugError } from '../../errors.ts';
import { err } from '../../result.ts';
import type { Found } from '../code-backend.ts';

export const late = (what: string): DebugError => ({
  code: 'TIMEOUT',
  message: `${what} took too long. Ask again: what is read already stays read.`,
});

/** The result of a promise, or TIMEOUT after the deadline. The promise itself continues. */
export async function within<Value>(
  work: Promise<Found<Value>>,
  deadline: AbortSignal,
  what: string,
): Promise<Found<Value>> {
  let stop = (): void => undefined;
  const over = new Promise<Found<Value>>((resolve) => {
    const end = (): void => resolve(err(late(what)));
    stop = () => deadline.removeEventListener('abort', end);
    if (deadline.aborted) end();
    else deadline.addEventListener('abort', end, { once: true });
  });
  return Promise.race([work, over]).finally(stop);
}
