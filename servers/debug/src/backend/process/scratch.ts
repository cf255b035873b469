import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder for one program that leaves files behind when it is killed. */
export interface Scratch {
  readonly path: string;
  /** Call it after the program has exited. */
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

// A server that exits early does not wait for its programs.
process.on('exit', () => {
  for (const path of open) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // The program is still writing, and an exit handler cannot wait.
    }
  }
});
