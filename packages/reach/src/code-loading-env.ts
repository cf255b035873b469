/**
 * The names of the environment variables that can make a program run additional or different code: preloaded libraries,
 * runtime options that import a module, start-up files of shells, commands that git starts, package sources, and
 * switches that disable the verification of package sources.
 *
 * Matches families of variables rather than single names, so that new variables of a runtime are covered too.
 *
 * @param env values by name; `undefined` if a value is not known yet
 * @param isAnyCase whether names are case-insensitive, as on Windows
 * @example
 * codeLoadingVariables({ API_KEY: 'x', NODE_OPTIONS: '--import=./a.js' }, false) // ['NODE_OPTIONS']
 */
export function codeLoadingVariables(
  env: Readonly<Record<string, string | undefined>>,
  isAnyCase: boolean,
): readonly string[] {
  return Object.keys(env).filter((name) => {
    const read = isAnyCase ? name.toUpperCase() : name;
    // Shells read ENV as a file path; most other programs read it as a word such as `production`.
    if (read === 'ENV' && PLAIN_WORD.test(env[name] ?? '/')) return false;
    return (FAMILIES.test(read) && !HARMLESS.has(read)) || PACKAGE_MANAGERS.test(name);
  });
}

const PLAIN_WORD = /^[\w-]*$/;

/** npm and pnpm read these variables in any case, on every platform. */
const PACKAGE_MANAGERS = /^p?npm_config_/i;

const DYNAMIC_LINKERS = [
  'LD_(?:PRELOAD|LIBRARY_PATH|AUDIT|ORIGIN_PATH|CONFIG|ELF_HINTS_PATH|LIBMAP|LIBRARY_PATH_FDS|PRELOAD_FDS)(?:_32|_64)?',
  'LD_(?:32|64)_\\w+',
  'DYLD_\\w+',
  '_RLD\\w*_LIST',
  'LDR_PRELOAD(?:64)?',
  'LIBPATH',
  'SHLIB_PATH',
  'GCONV_PATH',
  'GLIBC_TUNABLES',
  'OPENSSL_(?:CONF\\w*|MODULES|ENGINES)',
  'GTK\\d?_(?:MODULES|PATH)',
  'GIO_(?:EXTRA_MODULES|MODULE_DIR)',
  'GST_PLUGIN_\\w*PATH\\w*',
  'QT_(?:QPA_PLATFORM_)?PLUGIN_PATH',
  'VK_(?:LAYER_PATH|ICD_FILENAMES|DRIVER_FILES)',
];

const RUNTIMES = [
  'NODE_(?:OPTIONS|PATH|REPL_EXTERNAL_MODULE|COMPILE_CACHE|ICU_DATA)',
  'ELECTRON_RUN_AS_NODE',
  'TS_NODE_\\w+',
  'TSX_TSCONFIG_PATH',
  'BUN_(?:OPTIONS|CONFIG_\\w+|INSPECT\\w*|INSTALL\\w*)',
  'DENO_(?:DIR|INSTALL\\w*|NPM_\\w+|CERT|TLS_CA_STORE)',
  'PYTHON[A-Z0-9]+',
  'PERL5?(?:OPT|LIB|DB|SHELL)',
  'PERL5DB_THREADED',
  'RUBY(?:OPT|LIB|SHELL|PATH)',
  'GEM_(?:HOME|PATH|SPEC_CACHE)',
  'BUNDLE_(?:GEMFILE|PATH|BIN|APP_CONFIG|USER_CONFIG)',
  '(?:JAVA_TOOL|_JAVA|JDK_JAVA|JDK_JAVAC)_OPTIONS',
  '(?:JAVA|MAVEN|GRADLE|SBT|SCALA|KOTLIN|GROOVY|CATALINA|ANT)_(?:OPTS|ARGS)',
  'JAVA_HOME',
  'JRE_HOME',
  'CLASSPATH',
  'DOTNET_(?:STARTUP_HOOKS|ADDITIONAL_DEPS|SHARED_STORE|ROOT\\w*|BUNDLE_EXTRACT_BASE_DIR)',
  '(?:CORECLR|COR)_(?:PROFILER\\w*|ENABLE_PROFILING)',
  'COMPLUS_\\w+',
  'COMPlus_\\w+',
  'PHPRC',
  'PHP_INI_SCAN_DIR',
  'LUA_(?:INIT|PATH|CPATH)\\w*',
  'R_(?:PROFILE|ENVIRON)(?:_USER)?',
  'R_LIBS(?:_USER|_SITE)?',
  'JULIA_(?:LOAD_PATH|DEPOT_PATH|PROJECT|BINDIR)',
  'ERL_(?:A|Z)?FLAGS',
  'ERL_LIBS',
  'ELIXIR_ERL_OPTIONS',
  'TCLLIBPATH',
  'GO(?:FLAGS|ENV|ROOT|TOOLCHAIN)',
  'RUSTC(?:_WRAPPER|_WORKSPACE_WRAPPER)?',
  'RUSTFLAGS',
  'CARGO_(?:HOME|BUILD_\\w+|TARGET_\\w+)',
  'EMACSLOADPATH',
];

/** Start-up files, search paths for programs, and programs that others start. */
const SHELLS_AND_PROGRAMS = [
  'BASH_ENV',
  'BASH_FUNC_.*',
  'BASHOPTS',
  'SHELLOPTS',
  'ENV',
  'ZDOTDIR',
  'FPATH',
  'CDPATH',
  'IFS',
  'PS4',
  'PROMPT_COMMAND',
  'SHELL',
  'COMSPEC',
  'PATH',
  'PATHEXT',
  'PSMODULEPATH',
  'PSModulePath',
  'SYSTEMROOT',
  'WINDIR',
  'HOME',
  'USERPROFILE',
  'XDG_CONFIG_(?:HOME|DIRS)',
  'PAGER',
  'MANPAGER',
  'LESSOPEN',
  'LESSCLOSE',
  'EDITOR',
  'VISUAL',
  'BROWSER',
  'VIMINIT',
  'MAKEFLAGS',
  'MAKEFILES',
  '(?:SSH|SUDO)_ASKPASS',
  'GIT_(?:SSH|SSH_COMMAND|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|PROXY_COMMAND|EXEC_PATH|TEMPLATE_DIR)',
  'GIT_(?:CONFIG\\w*|DIR|ALLOW_PROTOCOL|PROTOCOL_FROM_USER)',
];

/** Package sources and switches of their verification. The command of a server may download the server first. */
const PACKAGE_SOURCES = [
  'YARN_\\w+',
  'COREPACK_\\w+',
  'PIP_\\w+',
  'PIPX_\\w+',
  'UV_\\w+',
  'CONDA_(?:CHANNELS|EXE|PREFIX)',
  'GO(?:PROXY|PRIVATE|INSECURE|SUMDB|NOSUMDB|NOSUMCHECK|NOPROXY|VCS)',
  'NODE_(?:TLS_REJECT_UNAUTHORIZED|EXTRA_CA_CERTS)',
  'SSL_CERT_(?:FILE|DIR)',
  '(?:REQUESTS|CURL)_CA_BUNDLE',
  'GIT_SSL_\\w+',
];

const FAMILIES = new RegExp(
  `^(?:${[...DYNAMIC_LINKERS, ...RUNTIMES, ...SHELLS_AND_PROGRAMS, ...PACKAGE_SOURCES].join('|')})$`,
);

/** Family members that only affect output, encoding or numbers, and are common in configs. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['PYTHONUNBUFFERED', 'PYTHONIOENCODING', 'PYTHONUTF8', 'PYTHONHASHSEED', 'PYTHONDONTWRITEBYTECODE'],
  ...['PYTHONFAULTHANDLER', 'PYTHONCOERCECLOCALE', 'PYTHONNODEBUGRANGES', 'PYTHONOPTIMIZE', 'PYTHONVERBOSE'],
  ...['PYTHONLEGACYWINDOWSSTDIO', 'PYTHONNOUSERSITE', 'PYTHONSAFEPATH', 'PYTHONTRACEMALLOC', 'PYTHONASYNCIODEBUG'],
  ...['UV_THREADPOOL_SIZE', 'UV_NO_PROGRESS', 'UV_OFFLINE', 'UV_FROZEN', 'UV_NO_CONFIG', 'UV_HTTP_TIMEOUT'],
  ...['PIP_NO_INPUT', 'PIP_DISABLE_PIP_VERSION_CHECK', 'PIP_NO_COLOR', 'PIP_QUIET', 'PIP_DEFAULT_TIMEOUT'],
]);
