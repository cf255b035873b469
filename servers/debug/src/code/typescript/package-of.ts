import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface PackageFacts {
  readonly name: string;
  readonly version: string | null;
}

/** The package of a library file. */
export function packageOf(file: string): PackageFacts | undefined {
  // Nested package.json files that only set the module type have no version.
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const facts = factsIn(join(folder, 'package.json'));
    if (facts !== undefined) return facts;
    if (folder.endsWith('/node_modules')) return undefined;
  }
  return undefined;
}

function factsIn(path: string): PackageFacts | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof name !== 'string' || typeof version !== 'string') return undefined;
    return { name, version };
  } catch {
    return undefined;
  }
}
