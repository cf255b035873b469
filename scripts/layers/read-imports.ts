import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** One import of one source file by another: paths below the folder that was read, or the name of a package of ours. */
export interface SourceImport {
  readonly from: string;
  readonly to: string;
}

const NOT_PRODUCTION = /\.test\.ts$|\.test-d\.ts$|(?:^|\/)(?:fixtures|contract)\//;
/** `import … from './x.ts'`, `export … from`, `import('./x.ts')`, and the path of a worker thread. Types count too. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bstartThread\(\s*)(['"])((?:\.{1,2}\/|@toolmark\/)[^'"]+)\1/g;

/** The production files of a source folder, as sorted paths below it. */
export function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => toPosix(relative(folder, join(entry.parentPath, entry.name))))
    .filter((path) => !NOT_PRODUCTION.test(path))
    .sort();
}

/** Every import between the production files of a source folder, and of other packages of ours, each pair once. */
export function readImports(folder: string): readonly SourceImport[] {
  return sourceFiles(folder).flatMap((from) => {
    const specifiers = new Set(importedSpecifiers(readFileSync(join(folder, from), 'utf8')));
    return [...specifiers].map((specifier) => ({ from, to: targetOf(folder, from, specifier) }));
  });
}

function targetOf(folder: string, from: string, specifier: string): string {
  if (specifier.startsWith('@')) return specifier;
  return toPosix(relative(folder, resolve(folder, from, '..', specifier)));
}

/** Our own modules that a source text imports. Removes comments first, because examples in JSDoc are not imports. */
export function importedSpecifiers(source: string): readonly string[] {
  const code = source.replace(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '');
  return [...code.matchAll(SPECIFIER)].map(([, , specifier = '']) => specifier);
}

const toPosix = (path: string): string => path.split(sep).join('/');
