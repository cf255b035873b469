import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the temporary files of one program that leaves some behind, always when it is ended from outside. */
export interface Scratch {
  readonly path: string;
  /** When the program is gone. */
  readonly clear: () => Promise<void>;
}

const open = new Set<string>();

export const createScratch = async (): Promise<Scratch> => {
  const path = await mkdtemp(join(tmpdir(), 'toolmark-debug-'));
  open.add(path);
  const clear = async (): Promise<void> => {
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    open.delete(path);
  };
  return { path, clear };
};

// A server that is ended in a hurry does not wait for its programs to be gone.
process.on('exit', () => {
  for (const path of open) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // The program is still writing, and there is no time to wait for it.
    }
  }
});
