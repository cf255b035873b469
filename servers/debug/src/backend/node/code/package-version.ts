import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const versions = new Map<string, string | undefined>();

/** The version from the nearest package.json that has one. */
export function packageVersion(file: string): string | undefined {
  const folder = dirname(file);
  if (versions.has(folder)) return versions.get(folder);
  const own = versionIn(join(folder, 'package.json'));
  // Stop at the library's own folder; a version further up belongs to another package.
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
