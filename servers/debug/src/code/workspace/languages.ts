import type { CodeBackend } from '../code-backend.ts';

export interface Language {
  readonly kind: CodeBackend['kind'];
  readonly sources: RegExp;
  /** Configuration files, by precedence. */
  readonly configs: readonly RegExp[];
  /** Subfolders that may contain the configuration file. */
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
  // CMake and others write it into the build folder.
  configFolders: ['.', 'build'],
};

/** The order decides for a folder with several languages. */
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
