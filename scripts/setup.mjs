// Plain JavaScript on purpose: this runs on whatever Node the machine has, before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const marker = join(root, 'node_modules', '.cache', 'toolmark', 'installed');

/** Installs the dependencies when they are missing or older than the manifests; returns false when that failed. */
export function ensureInstalled() {
  const wanted = manifestHash();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted && pinnedNode() !== undefined) return true;

  console.error('Installing dependencies (once; about a minute) …');
  const result = spawnSync('npm', ['install', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error('npm install failed; see the lines above. Fix that, then run the same command again.');
    return false;
  }
  if (pinnedNode() === undefined) {
    console.error(
      'npm install did not bring the pinned Node. Run `npm install-scripts approve node`, then `npm install`.',
    );
    return false;
  }
  mkdirSync(join(marker, '..'), { recursive: true });
  // npm may have completed the lock file, so the hash is taken again.
  writeFileSync(marker, manifestHash());
  console.error('Installed.\n');
  return true;
}

/** The path of the Node that package.json pins, if it is installed. */
export function pinnedNode() {
  const path = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}

/**
 * The browser that the tests of the page drive. It is installed where that can be done without asking anybody: by root, on Debian and
 * what comes from it. Elsewhere it is said what to do, and those tests fail: without them nobody knows whether the page works.
 */
export function ensureSystemParts() {
  if (findChromium() !== undefined) return;
  if (process.env.CHROMIUM) {
    console.error(`CHROMIUM is ${process.env.CHROMIUM}, where nothing is. The tests of the page will fail.`);
    return;
  }
  const canInstall = process.getuid?.() === 0 && existsSync(APT);
  if (canInstall && installChromium()) return;
  console.error(
    'No Chromium was found, so the tests of the page will fail. Install it (sudo apt-get install chromium), or set CHROMIUM=/path/to/it.',
  );
}

const APT = '/usr/bin/apt-get';

/** A mirror that does not answer is no reason to wait forever. */
const APT_PATIENCE_MS = 5 * 60_000;

function installChromium() {
  console.error('Installing Chromium for the tests of the page (once; about a minute) …');
  const steps = [['update'], ['install', '-y', '--no-install-recommends', 'chromium']];
  const isDone = steps.every((args) => {
    const { status } = spawnSync(APT, ['-q', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', process.stderr, process.stderr],
      timeout: APT_PATIENCE_MS,
      killSignal: 'SIGKILL',
    });
    return status === 0;
  });
  return isDone && findChromium() !== undefined;
}

function manifestHash() {
  const hash = createHash('sha256');
  const folders = ['.', ...['packages', 'servers'].flatMap(children), 'e2e', 'bench'];
  for (const folder of folders) {
    for (const name of ['package.json', 'package-lock.json']) {
      const path = join(root, folder, name);
      if (existsSync(path)) hash.update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}

function children(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .sort();
}
