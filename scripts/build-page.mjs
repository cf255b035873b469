// Builds the page into the gateway's dist, unless the existing build has the same sources.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWhenStale } from './build-when-stale.mjs';
import { root } from './setup.mjs';

const page = join(root, 'packages', 'web');

await buildWhenStale({
  name: 'page',
  sources: [page, join(root, 'packages', 'api-contract', 'src'), join(root, 'package-lock.json')],
  output: join(root, 'packages', 'gateway', 'dist', 'web', 'index.html'),
  build: () => {
    console.error('Building the page (a few seconds) …');
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const { status, stderr, stdout } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: page,
      // Started by a test runner, Vite would build Vue's larger form for development.
      env: { ...process.env, NODE_ENV: 'production' },
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (status === 0) return;
    console.error(`${stdout}${stderr}\nThe page could not be built; see the lines above.`);
    process.exit(1);
  },
});
