import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds what has changed before the first test of e2e/, so that those tests never run stale files. */
export default function buildForE2e(): void {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const args of [[tsc, '-b'], ['scripts/build-page.mjs'], ['scripts/build-program.mjs']]) {
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error(`The build failed: node ${args.join(' ')}`);
  }
}
