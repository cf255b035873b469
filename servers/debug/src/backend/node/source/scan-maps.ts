import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { loadSourceMap, parseSourceMap, readText, type SourceMap } from './source-map.ts';

const MAX_FOLDERS = 2_000;
const MAX_MAPS = 2_000;
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git', 'coverage']);

/**
 * Finds the source maps on disk that name one of these sources. A file's top-level code runs before the inspector
 * reports the file, so its breakpoints must be set beforehand.
 */
export function scanMaps(program: string, sources: readonly string[]): readonly SourceMap[] {
  if (sources.length === 0) return [];
  const names = [...new Set(sources.map((source) => basename(source)))];
  const found = inlineMap(program);
  for (const path of mapFiles(rootOf(program))) {
    const text = readText(path);
    // Parsing a map costs far more than searching its text for a name.
    if (text === undefined || !names.some((name) => text.includes(name))) continue;
    const map = parseSourceMap(text, path);
    if (map !== undefined) found.push(map);
  }
  return found;
}

/** The program may have an inline source map. */
function inlineMap(program: string): SourceMap[] {
  const [, reference] = /^\/\/# sourceMappingURL=(data:\S+)\s*$/m.exec(readText(program) ?? '') ?? [];
  const map = reference === undefined ? undefined : loadSourceMap(program, reference);
  return map === undefined ? [] : [map];
}

/** The folder of the nearest package.json, else the program's own. */
export function rootOf(program: string): string {
  const own = dirname(program);
  for (let folder = own; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return own;
  }
}

function* mapFiles(root: string): Generator<string> {
  const folders = [root];
  let maps = 0;
  for (let index = 0; index < folders.length && index < MAX_FOLDERS; index += 1) {
    const folder = folders[index] ?? root;
    for (const entry of entriesOf(folder)) {
      if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) folders.push(join(folder, entry.name));
      if (!entry.isFile() || !/\.[cm]?js\.map$/.test(entry.name)) continue;
      maps += 1;
      if (maps > MAX_MAPS) return;
      yield join(folder, entry.name);
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
