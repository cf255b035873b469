import { createInterface } from 'node:readline';
import type { Io } from '../io.ts';

/** Lines typed by the user. */
export interface TypedLines {
  /**
   * The next line typed from now on; earlier input was meant for another question. `undefined` at the end of the input,
   * and when aborted.
   */
  readonly next: (signal: AbortSignal) => Promise<string | undefined>;
  /** Whether the input has ended. */
  readonly isOver: () => boolean;
  readonly close: () => void;
}

export function createTypedLines({ stdin }: Pick<Io['streams'], 'stdin'>): TypedLines {
  let isOver = false;
  let take: ((line: string | undefined) => void) | undefined;
  // Not in terminal mode, so that Ctrl-C stays a signal to the whole program.
  const lines = createInterface({ input: stdin, terminal: false });
  const give = (line: string | undefined): void => {
    const taken = take;
    take = undefined;
    taken?.(line);
  };
  lines.on('line', give);
  lines.on('close', () => {
    isOver = true;
    give(undefined);
  });
  return {
    isOver: () => isOver,
    next: (signal) => {
      if (isOver || signal.aborted) return Promise.resolve(undefined);
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      const leave = (): void => give(undefined);
      signal.addEventListener('abort', leave, { once: true });
      take = resolve;
      return promise.finally(() => signal.removeEventListener('abort', leave));
    },
    close: () => {
      lines.close();
      stdin.pause();
    },
  };
}
