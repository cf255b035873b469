import { createInterface } from 'node:readline';
import type { Io } from '../io.ts';

/** What a person types, line by line. */
export interface TypedLines {
  /**
   * The next line that is typed from now on: what was typed before was not meant for this question. `undefined` at the end of the
   * input, and where nobody waits for it any more.
   */
  readonly next: (signal: AbortSignal) => Promise<string | undefined>;
  /** Whether nothing will be typed any more. */
  readonly isOver: () => boolean;
  readonly close: () => void;
}

export function createTypedLines({ stdin }: Pick<Io['streams'], 'stdin'>): TypedLines {
  let isOver = false;
  let take: ((line: string | undefined) => void) | undefined;
  // Not as a terminal: Ctrl-C shall stay a signal to the whole program.
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
