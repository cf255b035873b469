import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './setup.mjs';

/** Calls `build` unless `output` exists and was built from the same contents of `sources`. */
export async function buildWhenStale({ name, sources, output, build }) {
  const marker = join(root, 'node_modules', '.cache', 'toolmark', name);
  const wanted = hashOf(sources);
  if (existsSync(output) && existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  await build();
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, wanted);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn)) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && !name.endsWith('.test.ts'))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
