import { type InspectProgress, safeText } from '@toolmark/audit';
import type { Output } from './io.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Shows the progress on stderr, only on a terminal. */
export interface Progress {
  readonly report: (event: InspectProgress) => void;
  readonly done: () => void;
}

export function createProgress(output: Output, target: string): Progress {
  if (output.isTTY !== true) return { report: () => {}, done: () => {} };
  let frame = 0;
  let text = `connecting to ${target}`;
  const draw = (): void => {
    const width = (output.columns ?? 80) - 3;
    output.write(`\r\u001b[K${FRAMES[frame++ % FRAMES.length]} ${safeText(text).slice(0, width)}`);
  };
  const timer = setInterval(draw, 100);
  timer.unref();
  draw();
  return {
    report: (event) => {
      if (event.kind === 'connected') text = `connected to ${event.server?.name ?? target}, reading its tools`;
      if (event.kind === 'listing') text = `${event.tools} tools read from ${target} (page ${event.pages})`;
      draw();
    },
    done: () => {
      clearInterval(timer);
      output.write('\r\u001b[K');
    },
  };
}
