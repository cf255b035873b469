import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Long enough for an editor that empties the file before it fills it, short enough to feel immediate. */
const SETTLE_MS = 100;

export interface ConfigWatcher {
  readonly close: () => void;
}

/**
 * Calls back when the content of a file has changed. The folder is watched and not the file, because editors and
 * deployments replace files: a watch on the file itself would go on looking at the one that is gone.
 */
export async function watchFile(
  file: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): Promise<ConfigWatcher> {
  let last = await digest(file);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = async () => {
    const now = await digest(file);
    // A file that is not there is being replaced; if it stays away the running config holds.
    if (isClosed || now === undefined || now === last) return;
    last = now;
    onChange();
  };
  const watcher = watch(dirname(file), { persistent: false }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), SETTLE_MS);
  });
  watcher.on('error', onError);
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      watcher.close();
    },
  };
}

async function digest(file: string): Promise<string | undefined> {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  } catch {
    return undefined;
  }
}
