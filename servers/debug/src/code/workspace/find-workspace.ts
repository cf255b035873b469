import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { LANGUAGES, type Language, languageOf, TYPESCRIPT } from './languages.ts';
import { type ListedFile, listFiles } from './list-files.ts';

/** The workspace to open. */
export interface Wanted {
  readonly language: Language['kind'];
  /** The root folder. */
  readonly root: string;
  /** The project's configuration file; without one, the folder itself is the project. */
  readonly config: string | undefined;
  /** A single file that belongs to no project. */
  readonly only: string | undefined;
  /** Whether to include all projects below the folder. */
  readonly isFolder: boolean;
}

/**
 * Determines the workspaces of a path, one for each language, the main one first: a project file, a source file inside a
 * project, or a folder.
 */
export async function findWorkspaces(
  path: string,
  language: Language['kind'] | undefined,
  deadline: AbortSignal,
): Promise<Found<readonly Wanted[]>> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) {
    const message = `${path} does not exist. Give the path of a project file or of a folder with sources.`;
    return err({ code: 'INVALID_PATH', message });
  }
  if (facts.isDirectory()) return inFolder(path, language, deadline);
  const wanted = await ofFile(path);
  return wanted.ok ? ok([wanted.value]) : wanted;
}

async function ofFile(path: string): Promise<Found<Wanted>> {
  const root = dirname(path);
  if (basename(path) === 'package.json') {
    const config = await configIn(root, TYPESCRIPT);
    return ok({ language: 'typescript', root, config, only: undefined, isFolder: true });
  }
  for (const { kind, configs } of LANGUAGES) {
    if (configs.some((config) => config.test(basename(path)))) {
      return ok({ language: kind, root, config: path, only: undefined, isFolder: false });
    }
  }
  const language = languageOf(path);
  if (language === undefined) return err(unknown(path));
  for (let folder = root; ; folder = dirname(folder)) {
    const config = await configIn(folder, language);
    if (config !== undefined)
      return ok({ language: language.kind, root: folder, config, only: undefined, isFolder: false });
    if (folder !== dirname(folder)) continue;
    return ok({ language: language.kind, root, config: undefined, only: path, isFolder: false });
  }
}

/** Sources of a language without a configuration file, from which on it is loaded beside the main one. */
const SOME_SOURCES = 3;

interface Share {
  readonly language: Language;
  readonly config: string | undefined;
  readonly count: number;
  /** Sources count less the deeper they are: documentation and examples are below the program. */
  readonly weight: number;
}

async function inFolder(
  root: string,
  asked: Language['kind'] | undefined,
  deadline: AbortSignal,
): Promise<Found<readonly Wanted[]>> {
  const files = await listFiles(root, (name) => languageOf(name) !== undefined, deadline);
  const listed = files.ok ? files.value : [];
  const shares = await Promise.all(LANGUAGES.map((language) => shareOf(root, language, listed)));
  const main = shares.toSorted(
    (one, other) => Number(other.config !== undefined) - Number(one.config !== undefined) || other.weight - one.weight,
  );
  const meant =
    asked === undefined
      ? main.filter(({ config, count }, index) => config !== undefined || count >= (index === 0 ? 1 : SOME_SOURCES))
      : main.filter(({ language }) => language.kind === asked);
  if (meant.length === 0) return files.ok ? err(unknown(root)) : files;
  const wanted = meant.map(async ({ language, config }) => ({
    language: language.kind,
    root,
    config: config ?? (await configAbove(root, language)),
    only: undefined,
    isFolder: true,
  }));
  return ok(await Promise.all(wanted));
}

async function shareOf(root: string, language: Language, listed: readonly ListedFile[]): Promise<Share> {
  const own = listed.filter(({ file }) => languageOf(file) === language);
  const weight = own.reduce((sum, { file }) => sum + 100 ** -(relative(root, file).split(sep).length - 1), 0);
  return { language, config: await configIn(root, language), count: own.length, weight };
}

/** The configuration file of the project that a folder is part of. */
async function configAbove(root: string, language: Language): Promise<string | undefined> {
  // A package is not part of the project that has installed it.
  for (let folder = root; basename(dirname(folder)) !== 'node_modules' && folder !== dirname(folder); ) {
    if (await isRepository(folder)) return undefined;
    folder = dirname(folder);
    const config = await configIn(folder, language);
    if (config !== undefined) return config;
  }
  return undefined;
}

const isRepository = (folder: string): Promise<boolean> =>
  stat(join(folder, '.git')).then(
    () => true,
    () => false,
  );

/** The configuration file of a folder; the first of the language's list if there are several. */
async function configIn(folder: string, { configs, configFolders }: Language): Promise<string | undefined> {
  for (const below of configFolders) {
    const names = await readdir(join(folder, below)).catch(() => []);
    for (const config of configs) {
      const name = names.find((each) => config.test(each) && !/^(tsconfig|jsconfig)\..+\.json$/.test(each));
      if (name !== undefined) return join(folder, below, name);
    }
  }
  return undefined;
}

const unknown = (path: string) =>
  ({
    code: 'LOAD_FAILED',
    message:
      `There is nothing at ${path} that can be read as a workspace${extname(path) === '' ? '' : ` (${extname(path)})`}. ` +
      'Give tsconfig.json, jsconfig.json, package.json, pyproject.toml, pyrightconfig.json or compile_commands.json, ' +
      'a source file, or a folder with TypeScript, JavaScript, Python, C or C++ sources.',
  }) as const;
