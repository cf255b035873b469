import type { Output } from '../io.ts';

/** Lines that stay, and below them some that change. */
export interface Live {
  /** A line that stays. */
  readonly print: (line: string) => void;
  /** What stands below from now on; no line may be wider than the terminal. Nothing where nobody watches. */
  readonly show: (lines: readonly string[]) => void;
  /** Lets something else be written in between, to stderr for instance. */
  readonly aside: (write: () => void) => void;
  /** Takes away what stands below. */
  readonly end: () => void;
}

/**
 * @example
 * const live = createLive(io.stdout);
 * live.show(['3 calls running']);
 * live.print('✓ notes/list_notes'); // above what is shown
 */
export function createLive(output: Output): Live {
  if (output.isTTY !== true) {
    return {
      print: (line) => output.write(`${line}\n`),
      show: () => {},
      aside: (write) => write(),
      end: () => {},
    };
  }
  let shown: readonly string[] = [];
  // Up to the first of them, and clear from there: what follows is written over it.
  const erase = (): string => (shown.length === 0 ? '' : `\r\u001b[${shown.length}A\u001b[J`);
  const draw = (): string => shown.map((line) => `${line}\n`).join('');
  return {
    print: (line) => output.write(`${erase()}${line}\n${draw()}`),
    show: (lines) => {
      if (lines.length === shown.length && lines.every((line, index) => line === shown[index])) return;
      const before = erase();
      shown = lines;
      output.write(`${before}${draw()}`);
    },
    aside: (write) => {
      output.write(erase());
      write();
      output.write(draw());
    },
    end: () => {
      output.write(erase());
      shown = [];
    },
  };
}
