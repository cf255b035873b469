import { describe, expect, it } from 'vitest';
import { codeLoadingVariables } from './code-loading-env.ts';

const isKnown = (name: string, isAnyCase: boolean, value?: string): boolean =>
  codeLoadingVariables({ [name]: value, OTHER: value }, isAnyCase).join() === name;

describe('codeLoadingVariables', () => {
  it.each([
    ...['NODE_OPTIONS', 'NODE_PATH', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'LD_PRELOAD_32', 'GCONV_PATH'],
    ...['DYLD_INSERT_LIBRARIES', 'DYLD_FALLBACK_LIBRARY_PATH', 'OPENSSL_CONF', 'OPENSSL_MODULES'],
    ...['PYTHONPATH', 'PYTHONSTARTUP', 'PYTHONHOME', 'PYTHONUSERBASE', 'PYTHONBREAKPOINT', 'PYTHONWARNINGS'],
    ...['PERL5OPT', 'PERL5LIB', 'PERLLIB', 'PERL5DB', 'RUBYOPT', 'RUBYLIB', 'GEM_PATH', 'BUNDLE_GEMFILE'],
    ...['JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS', 'MAVEN_OPTS', 'CLASSPATH'],
    ...['DOTNET_STARTUP_HOOKS', 'CORECLR_PROFILER_PATH', 'COMPlus_gcServer', 'PHPRC', 'LUA_INIT_5_4', 'R_PROFILE'],
    ...['BASH_ENV', 'ENV', 'ZDOTDIR', 'BASH_FUNC_ls%%', 'PROMPT_COMMAND', 'PATH', 'HOME', 'SHELL', 'EDITOR'],
    ...['GIT_SSH_COMMAND', 'GIT_ASKPASS', 'GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_EXEC_PATH', 'SSH_ASKPASS'],
    ...['npm_config_registry', 'NPM_CONFIG_REGISTRY', 'npm_config_node_options', 'pnpm_config_registry'],
    ...['YARN_NPM_REGISTRY_SERVER', 'PIP_INDEX_URL', 'UV_INDEX_URL', 'UV_DEFAULT_INDEX', 'GOPROXY', 'GOFLAGS'],
    ...['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'BUN_OPTIONS'],
    ...['RUSTC_WRAPPER', 'RUSTFLAGS', 'CARGO_HOME', 'ERL_AFLAGS', 'JULIA_LOAD_PATH', 'MAKEFLAGS'],
  ])('reports %s', (name) => expect(isKnown(name, false)).toBe(true));

  it.each([
    ...['API_KEY', 'NODE_ENV', 'ENVIRONMENT', 'LD_SDK_KEY', 'LD_API_KEY', 'GIT_TOKEN', 'GIT_AUTHOR_NAME', 'GITHUB_PAT'],
    ...['PYTHONUNBUFFERED', 'PYTHONIOENCODING', 'PYTHON_LOG_LEVEL', 'UV_THREADPOOL_SIZE', 'JAVA_VERSION'],
    ...['HOMEPAGE', 'PATH_PREFIX', 'SEARCH_PATH', 'MY_NODE_OPTIONS', 'KUBECONFIG', 'HTTPS_PROXY', 'DOTNET_ENVIRONMENT'],
    ...['NPM_TOKEN', 'RUST_LOG', 'RUST_BACKTRACE', 'GOOGLE_API_KEY', 'PERLIN_SEED', 'R_USER', 'LOG_LEVEL', 'TMPDIR'],
  ])('does not report %s', (name) => expect(isKnown(name, true, '/x')).toBe(false));

  it.each<[string, boolean, boolean]>([
    ['node_options', false, false],
    ['node_options', true, true],
    ['Path', false, false],
    ['Path', true, true],
    ['PSModulePath', true, true],
    ['pythonunbuffered', true, false],
    ['npm_CONFIG_registry', false, true],
  ])('reads %s, in any case: %s', (name, isAnyCase, expected) => expect(isKnown(name, isAnyCase)).toBe(expected));

  it.each<[string | undefined, boolean]>([
    ['production', false],
    ['dev-2', false],
    ['', false],
    ['/tmp/x.sh', true],
    ['$(id)', true],
    ['`id`', true],
    ['x.sh', true],
    [undefined, true],
  ])('treats ENV=%s as a start-up file of a shell: %s', (value, expected) =>
    expect(isKnown('ENV', false, value)).toBe(expected),
  );
});
