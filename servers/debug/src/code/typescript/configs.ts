import { basename, dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { LIMITS } from '../limits.ts';
import type { Wanted } from '../workspace/find-workspace.ts';

/** One project from its configuration file. */
export interface Config {
  readonly path: string;
  readonly name: string;
  readonly parsed: ts.ParsedCommandLine;
}

/** The projects of a workspace: the named one, its references, and for a folder all projects below it. */
export function readConfigs(wanted: Wanted, throwIfCancelled: () => void): Found<readonly Config[]> {
  const parsedByPath = new Map<string, ts.ParsedCommandLine>();
  const todo = [...startsOf(wanted)];
  for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
    throwIfCancelled();
    if (parsedByPath.has(path)) continue;
    const parsed = parse(path);
    if (parsed === undefined) return err({ code: 'LOAD_FAILED', message: `${path} cannot be read.` });
    parsedByPath.set(path, parsed);
    for (const reference of parsed.projectReferences ?? []) todo.push(ts.resolveProjectReferencePath(reference));
    if (parsedByPath.size > LIMITS.projects) return err(tooMany(wanted.root));
  }
  // A configuration file that only references others is not a project.
  const real = [...parsedByPath].filter(
    ([, { fileNames, projectReferences }]) => fileNames.length > 0 || projectReferences === undefined,
  );
  if (real.length === 0 && wanted.config === undefined) real.push([wanted.root, withoutConfig(wanted)]);
  if (real.every(([, { fileNames }]) => fileNames.length === 0)) return err(noSourcesError(wanted, real));
  const paths = real.map(([path]) => path);
  return ok(real.map(([path, parsed]) => ({ path, name: projectName(path, paths, wanted.root), parsed })));
}

function startsOf({ root, config, only, isFolder }: Wanted): readonly string[] {
  if (only !== undefined) return [];
  if (!isFolder) return config === undefined ? [] : [config];
  const below = ts.sys.readDirectory(root, ['.json'], ['**/node_modules'], ['**/tsconfig.json', '**/jsconfig.json']);
  const isCovered = (path: string): boolean =>
    basename(path) === 'jsconfig.json' && below.includes(join(dirname(path), 'tsconfig.json'));
  return [...(config === undefined ? [] : [config]), ...below.filter((path) => !isCovered(path))];
}

function parse(path: string): ts.ParsedCommandLine | undefined {
  // The project may use an older compiler, for which our deprecations do not apply.
  const host: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  return ts.getParsedCommandLineOfConfigFile(path, { ignoreDeprecations: '6.0' }, host);
}

/** For sources without a configuration file: the options that match how Node runs them. */
function withoutConfig({ root, only }: Wanted): ts.ParsedCommandLine {
  const compilerOptions = {
    allowJs: true,
    allowImportingTsExtensions: true,
    jsx: 'preserve',
    module: 'nodenext',
    noEmit: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    strict: true,
    target: 'esnext',
    types: ['*'],
  };
  const chosen = only === undefined ? { include: ['**/*'] } : { files: [only] };
  return ts.parseJsonConfigFileContent({ compilerOptions, ...chosen }, ts.sys, root);
}

/** The folder name, or the path from the root if the name is ambiguous. */
function projectName(path: string, all: readonly string[], root: string): string {
  const short = shortName(path);
  if (all.filter((other) => shortName(other) === short).length === 1) return short;
  return relative(root, path) || short;
}

const shortName = (path: string): string =>
  /[/\\][tj]sconfig\.json$/.test(path) ? basename(dirname(path)) : basename(path);

const tooMany = (root: string) =>
  ({
    code: 'LOAD_FAILED',
    message: `There are more than ${LIMITS.projects} projects below ${root}. Open one of them by its tsconfig.json.`,
  }) as const;

function noSourcesError(wanted: Wanted, real: readonly (readonly [string, ts.ParsedCommandLine])[]) {
  const problems = real.flatMap(([, { errors }]) =>
    errors.map((each) => ts.flattenDiagnosticMessageText(each.messageText, ' ')),
  );
  const why = problems.length > 0 ? problems.slice(0, 3).join(' ') : 'There are no TypeScript or JavaScript files.';
  return { code: 'LOAD_FAILED', message: `${wanted.config ?? wanted.root} has no sources. ${why}` } as const;
}
