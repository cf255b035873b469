import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Debounces events: long enough for an editor that empties the file before writing, short enough to feel immediate. */
const DEBOUNCE_MS = 100;

/** The polling interval. Links, replaced folders and full inotify tables cause no events. */
const POLL_MS = 3_000;

export interface ConfigWatcher {
  /** Checks now, for a caller that has just changed the file. */
  readonly check: () => Promise<void>;
  readonly close: () => void;
}

export interface WatchEvents {
  readonly onChange: () => void;
  /** The file is gone or unreadable. Called once; `onChange` follows when it comes back with other content. */
  readonly onGone: () => void;
}

/**
 * Calls back when the content of a file has changed. Watches the folder, because editors and deployments replace files:
 * a watch on the file would stay on the old inode.
 */
export async function watchFile(file: string, { onChange, onGone }: WatchEvents): Promise<ConfigWatcher> {
  let last = await hashContent(file);
  let isGone = last === undefined;
  let isClosed = false;
  const compare = async (): Promise<void> => {
    const now = await hashContent(file);
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
  // Checks run one after the other, so an older content never replaces a newer one.
  let checking = Promise.resolve();
  const checkNow = (): Promise<void> => {
    checking = checking.then(compare);
    return checking;
  };
  let debouncing: NodeJS.Timeout | undefined;
  const watcher = tryWatch(dirname(file), () => {
    clearTimeout(debouncing);
    debouncing = setTimeout(() => void checkNow(), DEBOUNCE_MS);
  });
  const polling = setInterval(() => void checkNow(), POLL_MS).unref();
  return {
    check: checkNow,
    close: () => {
      isClosed = true;
      clearTimeout(debouncing);
      clearInterval(polling);
      watcher?.close();
    },
  };
}

/** The watch only speeds detection up, so it may fail: polling continues. */
function tryWatch(folder: string, onEvent: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

async function hashContent(file: string): Promise<string | undefined> {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  } catch {
    return undefined;
  }
}
