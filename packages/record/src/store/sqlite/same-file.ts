import { statSync } from 'node:fs';

/**
 * Remembers the file behind a path. The returned function throws once the path has another file or none: writes to the
 * old one would be lost to others.
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
