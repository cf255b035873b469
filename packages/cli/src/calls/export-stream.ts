import { apiErrorSchema } from '@toolmark/api-contract';
import { parseJson } from '../find-gateway.ts';
import type { Io } from '../io.ts';
import { toSize } from '../text/amounts.ts';

/** What an export has come to. */
export interface ExportProgress {
  readonly count: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  readonly bytes: () => number;
  readonly done: () => void;
}

/** So often the line is drawn anew. */
const DRAW_MS = 100;

/** Says on a terminal how much has come. */
export function createExportProgress({ stderr, stdout, now }: Io): ExportProgress {
  let total = 0;
  let drawnAt = 0;
  // Where the export itself scrolls by, a line in between would only disturb.
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

/** The line that says an export broke off is far shorter. */
const TAIL_BYTES = 4_096;

/** Passes lines of JSON on, and throws at the end where the last one says that the gateway could not go on. */
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
