import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Long enough for an editor that empties the file before it fills it, short enough to feel immediate. */
const SETTLE_MS = 100;

/** How often the file is looked at without a hint: links, replaced folders and full tables of watches give none. */
const POLL_MS = 3_000;

export interface ConfigWatcher {
  /** Looks now, for whoever knows that it has changed. */
  readonly look: () => Promise<void>;
  readonly close: () => void;
}

export interface WatchEvents {
  readonly onChange: () => void;
  /** It is gone or cannot be read. Told once; when it comes back changed, `onChange` is. */
  readonly onGone: () => void;
}

/**
 * Calls back when the content of a file has changed. The folder is watched and not the file, because editors and
 * deployments replace files: a watch on the file itself would go on looking at the one that is gone.
 */
export async function watchFile(file: string, { onChange, onGone }: WatchEvents): Promise<ConfigWatcher> {
  let last = await digest(file);
  let isGone = last === undefined;
  let isClosed = false;
  const look = async (): Promise<void> => {
    const now = await digest(file);
    if (isClosed) return;
    if (now === undefined) {
      if (!isGone) onGone();
      isGone = true;
      return;
    }
    isGone = false;
    if (now === last) return;
    last = now;
    onChange();
  };
  // One after the other, so that what was read first is not taken for the newer.
  let looking = Promise.resolve();
  const lookNow = (): Promise<void> => {
    looking = looking.then(look);
    return looking;
  };
  let settling: NodeJS.Timeout | undefined;
  const watcher = tryWatch(dirname(file), () => {
    clearTimeout(settling);
    settling = setTimeout(() => void lookNow(), SETTLE_MS);
  });
  const polling = setInterval(() => void lookNow(), POLL_MS).unref();
  return {
    look: lookNow,
    close: () => {
      isClosed = true;
      clearTimeout(settling);
      clearInterval(polling);
      watcher?.close();
    },
  };
}

/** A watch only makes it quicker, so that it may fail: the file is looked at anyway. */
function tryWatch(folder: string, onEvent: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
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
