// `npm start`, `npm test`, `npm run check` …: installs what is missing, then runs the task on the pinned Node.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { ensureInstalled, ensureSystemParts, pinnedNode, root } from './setup.mjs';

const bin = (name) => join('node_modules', '.bin', name);
const fromSource = ['--conditions=@toolmark/source', '--disable-warning=ExperimentalWarning'];

const types = [bin('tsc'), '-b'];
const page = ['node', 'scripts/build-page.mjs'];
const program = ['node', join(root, 'scripts', 'build-program.mjs')];
const toolmark = ['node', join(root, 'packages', 'cli', 'bin', 'toolmark.js')];

/** Each step is a command with arguments; additional arguments of the caller go to the last step. */
const tasks = {
  start: [page, program, [...toolmark, 'serve']],
  toolmark: [program, toolmark],
  build: [types, page, program],
  // The e2e project builds changed files before its first test.
  test: [types, [bin('vitest'), 'run']],
  lint: [
    [bin('biome'), 'ci', '--error-on-warnings'],
    [bin('oxlint'), '--type-aware', '--quiet', 'packages', 'servers', 'e2e', 'bench', 'scripts'],
    [join('packages', 'web', bin('vue-tsc')), '--noEmit', '-p', 'packages/web/tsconfig.test.json'],
    [bin('knip')],
  ],
  format: [[bin('biome'), 'check', '--write']],
  docs: [['node', ...fromSource, 'scripts/generate-docs.ts']],
  bench: [types, page, program, ['node', ...fromSource, 'bench/main.ts']],
  'nextcloud:contract': [['node', ...fromSource, 'servers/nextcloud/src/contract/main.ts']],
  screenshots: [types, page, program, ['node', ...fromSource, 'e2e/screenshots/main.ts']],
};
tasks.check = [...tasks.lint, ...tasks.test];

const [name, ...extra] = process.argv.slice(2);
const filters = extra.filter((arg) => !arg.startsWith('-'));
const steps = name === 'test' && filters.length > 0 ? [selectedTests()] : tasks[name];
if (steps === undefined) {
  console.error(`Unknown task '${name}'. Tasks: ${Object.keys(tasks).join(', ')}`);
  process.exit(2);
}
if (!ensureInstalled()) process.exit(1);
if (name === 'screenshots' || (['test', 'check', 'bench'].includes(name) && needsBrowser())) ensureSystemParts();

const env = {
  ...process.env,
  PATH: [join(pinnedNode(), '..'), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
};
for (const [index, [command, ...args]] of steps.entries()) {
  const last = index === steps.length - 1;
  const code = await run(command, last ? [...args, ...extra] : args);
  if (code !== 0) process.exit(code);
}

/** `npm test -- packages/reach` skips the type check; `npm run check` and the full run include it. */
function selectedTests() {
  return extra.includes('--watch') ? [bin('vitest')] : [bin('vitest'), 'run'];
}

/** Runs of selected tests may not need a browser. */
function needsBrowser() {
  return filters.length === 0 || filters.some((filter) => /e2e|web/.test(filter));
}

function run(command, args) {
  // INIT_CWD is the folder in which the user ran npm; paths given to the CLI are relative to it.
  const cwd = name === 'toolmark' ? (process.env.INIT_CWD ?? root) : root;
  const child = spawn(command === 'node' ? pinnedNode() : join(root, command), args, {
    cwd,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  // The child is in our process group and gets Ctrl-C directly; a second signal would prevent its cleanup. SIGTERM must
  // be forwarded.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`Could not start ${command}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}
