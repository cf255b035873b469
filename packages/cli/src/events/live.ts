import type { Output } from '../io.ts';

/** Permanent lines with changing lines below them. */
export interface Live {
  /** Prints a permanent line. */
  readonly print: (line: string) => void;
  /** Replaces the lines at the bottom; none may be wider than the terminal. Does nothing without a terminal. */
  readonly show: (lines: readonly string[]) => void;
  /** Lets other output be written in between, such as to stderr. */
  readonly aside: (write: () => void) => void;
  /** Erases the lines at the bottom. */
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
  // Moves to the first of them and clears from there; new output overwrites them.
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
