import { dirname, relative } from 'node:path';
import ts from 'typescript';
import type { CodeProject } from '../code-backend.ts';
import type { Config } from './configs.ts';
import type { FileCache } from './file-cache.ts';

/** One tsconfig.json with its language service. */
export interface Project {
  readonly facts: () => CodeProject;
  readonly config: () => Config;
  readonly service: ts.LanguageService;
  /** The compiler's program, created on first use. */
  readonly program: () => ts.Program;
  /** Whether a file belongs to the project, and not to a library. */
  readonly isOwnSource: (file: ts.SourceFile) => boolean;
  readonly update: (config: Config) => void;
  readonly close: () => void;
}

/** Host options of the language service that its types lack. */
interface UntypedHost {
  readonly useSourceOfProjectReferenceRedirect: () => boolean;
  readonly hasInvalidatedResolutions: () => boolean;
}

export function createProject(
  first: Config,
  files: FileCache,
  registry: ts.DocumentRegistry,
  isCancelled: () => boolean,
): Project {
  let config = first;
  const folder = ts.sys.directoryExists(first.path) ? first.path : dirname(first.path);
  let packages = files.packagesStamp(folder);
  let hasNewPackages = false;
  const host: ts.LanguageServiceHost & UntypedHost = {
    getCompilationSettings: () => config.parsed.options,
    getScriptFileNames: () => config.parsed.fileNames,
    getProjectReferences: () => config.parsed.projectReferences,
    // Read referenced projects from source, so that they need not be built.
    useSourceOfProjectReferenceRedirect: () => true,
    getScriptVersion: files.versionOf,
    getScriptSnapshot: files.snapshotOf,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCancellationToken: () => ({ isCancellationRequested: isCancelled }),
    hasInvalidatedResolutions: () => hasNewPackages,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  };
  const service = ts.createLanguageService(host, registry);
  const program = (): ts.Program => {
    const made = service.getProgram();
    if (made === undefined) throw new Error(`${config.path} cannot be compiled.`);
    hasNewPackages = false;
    return made;
  };
  return {
    service,
    program,
    config: () => config,
    facts: () => ({
      name: config.name,
      path: config.path,
      documentsCount: config.parsed.fileNames.length,
      targetFramework: targetOf(config.parsed.options),
    }),
    isOwnSource: (file) => {
      const made = program();
      const isLibrary = made.isSourceFileFromExternalLibrary(file) || made.isSourceFileDefaultLibrary(file);
      // A package that was opened on purpose is inside of such a folder itself.
      return !isLibrary && !relative(folder, file.fileName).includes('node_modules/');
    },
    update: (next) => {
      config = next;
      const stamp = files.packagesStamp(folder);
      hasNewPackages ||= stamp !== packages;
      packages = stamp;
    },
    close: () => service.dispose(),
  };
}

function targetOf({ target }: ts.CompilerOptions): string | null {
  if (target === undefined) return null;
  return target === ts.ScriptTarget.ESNext ? 'ESNext' : (ts.ScriptTarget[target] ?? null);
}
