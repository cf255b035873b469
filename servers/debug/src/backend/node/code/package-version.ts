import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const versions = new Map<string, string | undefined>();

/** The version of the package that a file belongs to: that of the nearest package.json which has one. */
export function packageVersion(file: string): string | undefined {
  const folder = dirname(file);
  if (versions.has(folder)) return versions.get(folder);
  const own = versionIn(join(folder, 'package.json'));
  // A library ends where its folder does; a version further up is somebody else's.
  const isTop = folder === dirname(folder) || folder.endsWith('/node_modules');
  const version = own ?? (isTop ? undefined : packageVersion(folder));
  versions.set(folder, version);
  return version;
}

function versionIn(path: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
