import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A cache of the files for one request: each is read once, however often the compiler asks. */
export interface FileCache {
  readonly versionOf: (file: string) => string;
  readonly snapshotOf: (file: string) => ts.IScriptSnapshot | undefined;
  /** Changes when packages around a folder are installed or removed. */
  readonly packagesStamp: (folder: string) => string;
  /** Discards the cache before the next request. */
  readonly forget: () => void;
}

export function createFileCache(): FileCache {
  const versions = new Map<string, string>();
  const snapshots = new Map<string, { readonly version: string; readonly snapshot: ts.IScriptSnapshot }>();
  const versionOf = (file: string): string => {
    const known = versions.get(file);
    if (known !== undefined) return known;
    const version = stampOf(file);
    versions.set(file, version);
    return version;
  };
  return {
    versionOf,
    snapshotOf: (file) => {
      const version = versionOf(file);
      const known = snapshots.get(file);
      if (known?.version === version) return known.snapshot;
      const text = ts.sys.readFile(file);
      if (text === undefined) return undefined;
      const snapshot = ts.ScriptSnapshot.fromString(text);
      snapshots.set(file, { version, snapshot });
      return snapshot;
    },
    packagesStamp: (folder) => {
      const stamps: string[] = [];
      for (let each = folder; ; each = dirname(each)) {
        // npm rewrites the file at each change; other package managers at least touch the folder.
        stamps.push(versionOf(join(each, 'node_modules')), versionOf(join(each, 'node_modules', '.package-lock.json')));
        if (each === dirname(each)) return stamps.join(' ');
      }
    },
    forget: () => versions.clear(),
  };
}

function stampOf(file: string): string {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts === undefined ? 'none' : `${facts.mtimeMs}:${facts.size}`;
}
