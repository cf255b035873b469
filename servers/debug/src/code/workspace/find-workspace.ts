import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { LANGUAGES, type Language, languageOf, TYPESCRIPT } from './languages.ts';
import { listFiles } from './list-files.ts';

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

/** Determines the workspace of a path: a project file, a source file inside a project, or a folder. */
export async function findWorkspace(path: string, deadline: AbortSignal): Promise<Found<Wanted>> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) {
    const message = `${path} does not exist. Give the path of a project file or of a folder with sources.`;
    return err({ code: 'INVALID_PATH', message });
  }
  return facts.isDirectory() ? inFolder(path, deadline) : ofFile(path);
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

async function inFolder(root: string, deadline: AbortSignal): Promise<Found<Wanted>> {
  for (const language of LANGUAGES) {
    const config = await configIn(root, language);
    if (config !== undefined) return ok({ language: language.kind, root, config, only: undefined, isFolder: true });
  }
  const files = await listFiles(root, (name) => languageOf(name) !== undefined, deadline);
  if (!files.ok) return files;
  const counts = LANGUAGES.map((language) => ({
    language,
    count: files.value.filter(({ file }) => languageOf(file) === language).length,
  }));
  const [most] = counts.toSorted((one, other) => other.count - one.count);
  if (most === undefined || most.count === 0) return err(unknown(root));
  return ok({ language: most.language.kind, root, config: undefined, only: undefined, isFolder: true });
}

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
