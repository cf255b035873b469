// Builds the page into the gateway's dist, unless the existing build has the same sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './setup.mjs';

const page = join(root, 'packages', 'web');
const built = join(root, 'packages', 'gateway', 'dist', 'web', 'index.html');
const marker = join(root, 'node_modules', '.cache', 'toolmark', 'page');
const sources = [page, join(root, 'packages', 'api-contract', 'src'), join(root, 'package-lock.json')];

const wanted = hashOf(sources);
if (!existsSync(built) || !existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
  console.error('Building the page (a few seconds) …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stderr, stdout } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: page,
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status !== 0) {
    console.error(`${stdout}${stderr}\nThe page could not be built; see the lines above.`);
    process.exit(1);
  }
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, wanted);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn)) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && !name.endsWith('.test.ts'))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
