import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import type { Wanted } from '../workspace/find-workspace.ts';
import { listFiles } from '../workspace/list-files.ts';

/** The compile command of one file. */
export interface CompileCommand {
  readonly directory: string;
  readonly file: string;
  readonly command?: string;
  readonly arguments?: readonly string[];
}

/**
 * A copy of the compile commands in a temporary folder: clangd writes its index next to them, and must not write into
 * the workspace.
 */
export interface Database {
  readonly folder: string;
  readonly commands: () => readonly CompileCommand[];
  /** Reads the commands and lists the files again. */
  readonly update: (wanted: Wanted) => Promise<Found<void>>;
  readonly remove: () => Promise<void>;
}

export async function createDatabase(wanted: Wanted): Promise<Found<Database>> {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-clangd-'));
  let commands: readonly CompileCommand[] = [];
  const update = async (now: Wanted): Promise<Found<void>> => {
    const read = await readCommands(now);
    if (!read.ok) return read;
    commands = read.value;
    await writeFile(join(folder, 'compile_commands.json'), JSON.stringify(commands));
    return ok(undefined);
  };
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true });
  // The process is exiting, so remove synchronously.
  process.once('exit', removeNow);
  const remove = async (): Promise<void> => {
    process.off('exit', removeNow);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const made = await update(wanted);
  if (made.ok) return ok({ folder, commands: () => commands, update, remove });
  await remove();
  return made;
}

/** The workspace's compilation database, else default flags for every source. */
export async function readCommands({ root, config, only }: Wanted): Promise<Found<readonly CompileCommand[]>> {
  if (config !== undefined && basename(config) === 'compile_commands.json') return readDatabase(config);
  const sources = only === undefined ? await listSources(root) : ok([only]);
  if (!sources.ok) return sources;
  const text = config === undefined ? '' : await readFile(config, 'utf8').catch(() => '');
  const flags = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return ok(
    sources.value.map((file) => ({
      directory: root,
      file,
      arguments: [file.endsWith('.c') ? 'clang' : 'clang++', ...(flags.length > 0 ? flags : [`-I${root}`]), '-c', file],
    })),
  );
}

async function readDatabase(path: string): Promise<Found<readonly CompileCommand[]>> {
  try {
    const entries = JSON.parse(await readFile(path, 'utf8')) as readonly CompileCommand[];
    // Hand-written databases may have relative paths.
    return ok(
      entries.map((entry) => {
        const directory = resolve(dirname(path), entry.directory);
        return { ...entry, directory, file: resolve(directory, entry.file) };
      }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${path} is no list of compile commands: ${reason}. Write it anew, for example with "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON".`;
    return err({ code: 'LOAD_FAILED', message });
  }
}

async function listSources(root: string): Promise<Found<readonly string[]>> {
  const listed = await listFiles(root, (name) => /\.(c|cc|cpp|cxx|c\+\+)$/.test(name), NEVER);
  if (!listed.ok) return listed;
  if (listed.value.length > 0) return ok(listed.value.map(({ file }) => file));
  // A header-only library has no other sources.
  const headers = await listFiles(root, (name) => /\.(hh|hpp|hxx|h)$/.test(name), NEVER);
  return headers.ok ? ok(headers.value.map(({ file }) => file)) : headers;
}

/** The common folder of the database and all files in it: the database is often in a build folder. */
export async function widestRoot(wanted: Wanted): Promise<string> {
  if (wanted.config === undefined || basename(wanted.config) !== 'compile_commands.json') return wanted.root;
  const commands = await readDatabase(wanted.config);
  let { root } = wanted;
  for (const { file } of commands.ok ? commands.value : []) {
    while (relative(root, file).startsWith('..')) root = dirname(root);
  }
  return root === dirname(root) ? wanted.root : root;
}

const NEVER = new AbortController().signal;
