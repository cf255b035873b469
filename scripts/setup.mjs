// Plain JavaScript, because it runs on any installed Node before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, findHeadlessShell } from './find-chromium.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const marker = join(root, 'node_modules', '.cache', 'toolmark', 'installed');

/** Installs the dependencies if they are missing or older than the manifests; returns false on failure. */
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
  // npm may have changed the lock file, so compute the hash again.
  writeFileSync(marker, manifestHash());
  console.error('Installed.\n');
  return true;
}

/** The path of the Node pinned in package.json, if it is installed. */
export function pinnedNode() {
  const path = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}

/**
 * The system programs that tests need: a browser for the page, debuggers and compilers for the debugger server, a
 * calendar server for the Nextcloud server. Installs them if that needs no questions: as root, on Debian and its
 * derivatives. Elsewhere it prints instructions, and the tests fail rather than being skipped.
 */
export function ensureSystemParts() {
  ensureChromium();
  ensureHeadlessShell();
  ensurePackages('the debugger server', DEBUGGER_PARTS);
  if (process.platform === 'linux') ensurePackages('the sandbox', SANDBOX_PARTS);
  for (const part of PYTHON_PARTS) ensurePythonPart(part);
  ensureGoClient();
  if (process.platform === 'linux' && process.arch === 'x64') for (const part of CLIENT_PARTS) ensureClientPart(part);
}

function ensureChromium() {
  if (findChromium() !== undefined) return;
  if (process.env.CHROMIUM) {
    console.error(`CHROMIUM is ${process.env.CHROMIUM}, which does not exist. The tests of the page will fail.`);
    return;
  }
  if (mayInstall() && install('Chromium for the tests of the page', ['chromium']) && findChromium() !== undefined)
    return;
  console.error(
    'No Chromium was found, so the tests of the page will fail. Install it (sudo apt-get install chromium), or set CHROMIUM=/path/to/it.',
  );
}

/** Tried once: the tests of the page run in Chromium as well, for about twice the CPU time. */
function ensureHeadlessShell() {
  const tried = join(marker, '..', 'headless-shell-tried');
  if (findHeadlessShell() !== undefined || process.env.CHROMIUM || existsSync(tried) || !mayInstall()) return;
  install('a lighter Chromium for the tests of the page', ['chromium-headless-shell']);
  mkdirSync(join(tried, '..'), { recursive: true });
  writeFileSync(tried, '');
}

/** The package of each program, and the check whether it is installed. */
const DEBUGGER_PARTS = [
  { name: 'python3-debugpy', isThere: () => PYTHONS.some((python) => runs(python, ['-c', 'import debugpy'])) },
  { name: 'lldb-19', isThere: () => ['lldb-dap', 'lldb-dap-19'].some((command) => runs(command, ['--help'])) },
  { name: 'clangd-19', isThere: () => ['clangd', 'clangd-19'].some((command) => runs(command, ['--version'])) },
  { name: 'gdb', isThere: () => runs('gdb', ['--version']) },
  { name: 'g++', isThere: () => runs('g++', ['--version']) },
];
const SANDBOX_PARTS = [
  { name: 'bubblewrap', isThere: () => runs('bwrap', ['--version']) },
  { name: 'strace', isThere: () => runs('strace', ['--version']) },
  { name: 'iproute2', isThere: () => runs('ip', ['-V']) },
];
const PYTHONS = process.env.TOOLMARK_PYTHON ? [process.env.TOOLMARK_PYTHON] : ['python3', 'python', '/usr/bin/python3'];

/** Installs the packages that a group of tests needs; on failure says which to install. */
function ensurePackages(tests, parts) {
  const missing = () => parts.filter((part) => !part.isThere()).map((part) => part.name);
  const wanted = missing();
  if (wanted.length === 0) return;
  const isDone = mayInstall() && install(`programs for the tests of ${tests}`, wanted);
  const left = isDone ? missing() : wanted;
  if (left.length === 0) return;
  console.error(
    `Programs for the tests of ${tests} are missing, so those tests will fail. Install them: sudo apt-get install ${left.join(' ')}`,
  );
}

/**
 * A folder in the user's cache for a part with this version, linked from node_modules/.cache/toolmark: the parts take
 * longer to install than everything else, and every clone needs the same.
 */
function sharedFolder(name, version) {
  const id = createHash('sha256').update(`${version} ${process.arch}`).digest('hex').slice(0, 12);
  const shared = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'toolmark-tests', `${name}-${id}`);
  const link = join(root, 'node_modules', '.cache', 'toolmark', name);
  mkdirSync(shared, { recursive: true });
  mkdirSync(join(link, '..'), { recursive: true });
  // The link of another version, or a folder of an older clone.
  if (realpathIfThere(link) !== realpathSync(shared)) {
    rmSync(link, { recursive: true, force: true });
    symlinkSync(shared, link, 'junction');
  }
  return shared;
}

function realpathIfThere(path) {
  return existsSync(path) ? realpathSync(path) : undefined;
}

/** Python programs and libraries for tests, each in a folder of its own. */
const PYTHON_PARTS = [
  { name: 'radicale', requirement: 'radicale==3.5.8', what: 'calendars and contacts' },
  { name: 'wsgidav', requirement: 'wsgidav==4.4.0 cheroot==11.1.2', what: 'files over WebDAV' },
  { name: 'python-sdk-1', module: 'mcp', requirement: 'mcp==1.30.0', what: 'clients of the Python SDK 1.x' },
  { name: 'python-sdk-2', module: 'mcp', requirement: 'mcp==2.3.0', what: 'clients of the Python SDK 2.x' },
  { name: 'fastmcp', requirement: 'fastmcp==4.1.0', what: 'clients of FastMCP' },
];

function ensurePythonPart({ name, module = name, requirement, what }) {
  const folder = sharedFolder(name, requirement);
  const python = join(folder, 'bin', 'python');
  const isThere = () => runs(python, ['-c', `import ${module}`]);
  if (isThere()) return;
  console.error(`Installing ${requirement} for the tests of ${what} (once) …`);
  const options = {
    stdio: ['ignore', process.stderr, process.stderr],
    timeout: APT_PATIENCE_MS,
    killSignal: 'SIGKILL',
  };
  const isVenv = PYTHONS.some((each) => spawnSync(each, ['-m', 'venv', folder], options).status === 0);
  const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check'];
  if (isVenv) spawnSync(python, [...pip, ...requirement.split(' ')], options);
  if (!isThere())
    console.error(
      `${name} is missing, so the tests of ${what} will fail. Install it: python3 -m venv ${folder} && ${python} -m pip install ${requirement}`,
    );
}

/** Clients for tests of connecting, each in its own folder below node_modules/.cache/toolmark. */
const CLIENT_PARTS = [
  { name: 'qwen', requirement: '@qwen-code/qwen-code@0.24.4' },
  { name: 'opencode', requirement: 'opencode-ai@1.18.33' },
  { name: 'goose', requirement: '@aaif/goose-binary-linux-x64@1.52.0' },
  { name: 'continue', requirement: '@continuedev/cli@1.5.47' },
  { name: 'copilot', requirement: '@github/copilot@1.0.102' },
];

function ensureClientPart({ name, requirement }) {
  const folder = sharedFolder(`client-${name}`, requirement);
  const installed = join(folder, 'installed');
  if (existsSync(installed)) return;
  console.error(`Installing ${requirement} for the tests of connecting clients (once) …`);
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', requirement];
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', process.stderr, process.stderr],
    timeout: APT_PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  if (status === 0) writeFileSync(installed, requirement);
  else console.error(`${requirement} is missing, so its tests will fail. Install it: npm ${args.join(' ')}`);
}

/** The client program of the Go SDK, built again when its sources change. */
function ensureGoClient() {
  const sources = join(root, 'e2e', 'clients', 'programs', 'go');
  const texts = readdirSync(sources).map((name) => readFileSync(join(sources, name), 'utf8'));
  const program = join(sharedFolder('clients-go', texts.join()), 'client');
  if (existsSync(program)) return;
  console.error('Building the client of the Go SDK (once; about a minute) …');
  const args = ['build', '-C', sources, '-o', program, '.'];
  const { status } = spawnSync('go', args, {
    stdio: ['ignore', process.stderr, process.stderr],
    timeout: APT_PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  if (status !== 0)
    console.error(
      `The client of the Go SDK is missing, so its tests will fail. Install Go (https://go.dev/dl), then: go ${args.join(' ')}`,
    );
}

function runs(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: PROBE_PATIENCE_MS, killSignal: 'SIGKILL' }).status === 0;
}

const PROBE_PATIENCE_MS = 20_000;
const APT = '/usr/bin/apt-get';

/** The timeout for a mirror that does not answer. */
const APT_PATIENCE_MS = 5 * 60_000;

function mayInstall() {
  return process.getuid?.() === 0 && existsSync(APT);
}

function install(what, packages) {
  console.error(`Installing ${what} (once; about a minute) …`);
  const steps = [['update'], ['install', '-y', '--no-install-recommends', '--no-remove', ...packages]];
  return steps.every((args) => {
    const { status } = spawnSync(APT, ['-q', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', process.stderr, process.stderr],
      timeout: APT_PATIENCE_MS,
      killSignal: 'SIGKILL',
    });
    return status === 0;
  });
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
