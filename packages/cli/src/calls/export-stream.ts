import { apiErrorSchema } from '@toolmark/api-contract';
import { parseJson } from '../find-gateway.ts';
import type { Io } from '../io.ts';
import { toSize } from '../text/amounts.ts';

/** The progress of an export. */
export interface ExportProgress {
  readonly count: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  readonly bytes: () => number;
  readonly done: () => void;
}

/** Redraw the line this often. */
const DRAW_MS = 100;

/** Shows the exported size on a terminal. */
export function createExportProgress({ stderr, stdout, now }: Io): ExportProgress {
  let total = 0;
  let drawnAt = 0;
  // Draw nothing if the export itself goes to the terminal.
  const isDrawn = stderr.isTTY === true && stdout.isTTY !== true;
  return {
    bytes: () => total,
    count: async function* (bytes) {
      for await (const chunk of bytes) {
        total += chunk.length;
        if (isDrawn && now().getTime() - drawnAt >= DRAW_MS) {
          drawnAt = now().getTime();
          stderr.write(`\r\u001b[K${toSize(total)} exported`);
        }
        yield chunk;
      }
    },
    done: () => {
      if (isDrawn) stderr.write('\r\u001b[K');
    },
  };
}

/** The line that reports an error is far shorter. */
const TAIL_BYTES = 4_096;

/** Passes on lines of JSON, and throws at the end if the last line reports an error of the gateway. */
export async function* untilError(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let tail = Buffer.alloc(0);
  for await (const chunk of bytes) {
    tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    yield chunk;
  }
  const last = tail.toString().trimEnd().split('\n').at(-1) ?? '';
  const error = apiErrorSchema.safeParse(parseJson(last));
  if (error.success) throw new Error(error.data.error.message);
}
