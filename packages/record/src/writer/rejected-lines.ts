import { appendFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Keeps invalid journal lines for debugging. */
export interface RejectedLines {
  /** Throws if they cannot be written. Lines beyond the limit are dropped. */
  readonly keep: (lines: readonly string[]) => void;
}

/** Lines of one gateway, which are likely to be similar. */
const MAX_BYTES = 4 * 1024 * 1024;
const NAME = /\.rejected$/;

export function createRejectedLines(folder: string, instance: string, maxBytes: number = MAX_BYTES): RejectedLines {
  const path = join(folder, `${instance}.rejected`);
  return {
    keep: (lines) => {
      let room = maxBytes - (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
      const fitting = lines.filter((line) => {
        room -= Buffer.byteLength(line) + 1;
        return room >= 0;
      });
      if (fitting.length > 0) appendFileSync(path, `${fitting.join('\n')}\n`, { mode: 0o600 });
    },
  };
}

/** Removes older files. */
export function removeOldRejectedLines(folder: string, oldest: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (NAME.test(name) && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest)
      rmSync(path, { force: true });
  }
}
