import type { Output } from '../io.ts';
import { toCount } from '../text/amounts.ts';

/** Shows the progress on stderr, only on a terminal. */
export interface ReplayProgress {
  readonly report: (progress: { readonly calls: number; readonly total: number }) => void;
  readonly done: () => void;
}

export function createReplayProgress(output: Output): ReplayProgress {
  if (output.isTTY !== true) return { report: () => {}, done: () => {} };
  let isShown = false;
  const draw = (text: string): void => {
    output.write(`\r\u001b[K${text.slice(0, (output.columns ?? 80) - 1)}`);
    isShown = true;
  };
  draw('reading recorded calls');
  return {
    report: ({ calls, total }) => {
      const share = total === 0 ? '' : ` (${Math.min(100, Math.floor((calls / total) * 100))} %)`;
      draw(`${toCount(calls)} of ${toCount(Math.max(calls, total))} calls${share}`);
    },
    done: () => {
      if (isShown) output.write('\r\u001b[K');
      isShown = false;
    },
  };
}
