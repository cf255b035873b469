import { statSync } from 'node:fs';

/**
 * Remembers which file a name stands for now. The function that comes back throws once it stands for another one, or for none:
 * whoever has the old one open goes on writing to it, and nobody finds it.
 */
export function sameFile(file: string): () => void {
  if (file === ':memory:') return () => {};
  const before = identityOf(file);
  return () => {
    const now = identityOf(file);
    if (now === before) return;
    const message = `${file} was ${now === undefined ? 'moved away or deleted' : 'replaced'}.`;
    throw Object.assign(new Error(message), { code: FILE_MOVED });
  };
}

export const FILE_MOVED = 'ERR_RECORD_MOVED';

function identityOf(file: string): string | undefined {
  const status = statSync(file, { bigint: true, throwIfNoEntry: false });
  return status && `${status.dev}:${status.ino}`;
}
