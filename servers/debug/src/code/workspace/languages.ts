import type { CodeBackend } from '../code-backend.ts';

export interface Language {
  readonly kind: CodeBackend['kind'];
  readonly sources: RegExp;
  /** Files that describe a project, the one that counts most first. */
  readonly configs: readonly RegExp[];
  /** Where beside a folder its project files may lie. */
  readonly configFolders: readonly string[];
}

export const TYPESCRIPT: Language = {
  kind: 'typescript',
  sources: /\.[cm]?[jt]sx?$/,
  configs: [/^tsconfig(\..+)?\.json$/, /^jsconfig(\..+)?\.json$/],
  configFolders: ['.'],
};

export const CPP: Language = {
  kind: 'cpp',
  sources: /\.(c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|ipp|inl)$/,
  configs: [/^compile_commands\.json$/, /^compile_flags\.txt$/],
  // CMake and its friends put it where they build.
  configFolders: ['.', 'build'],
};

/** In the order in which a folder that could be several is taken. */
export const LANGUAGES: readonly Language[] = [
  TYPESCRIPT,
  {
    kind: 'python',
    sources: /\.pyi?$/,
    configs: [/^pyrightconfig\.json$/, /^pyproject\.toml$/],
    configFolders: ['.'],
  },
  CPP,
];

export const languageOf = (file: string): Language | undefined => LANGUAGES.find(({ sources }) => sources.test(file));
