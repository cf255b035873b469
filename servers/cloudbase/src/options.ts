import { type Command, readCommandLine } from '@toolmark/kit/serve';
import { chooseLanguage, LANGUAGES, type Language } from './lang/lang.ts';

/** The parsed options for serving: over HTTP with a port, else over stdin and stdout. */
export interface ServeOptions {
  /** The emulator with sample data instead of Tencent Cloud. */
  readonly isEmulator: boolean;
  readonly language: Language;
  readonly isUnattended: boolean;
  /** Logs a line to stderr for each call. */
  readonly isVerbose: boolean;
  readonly envId?: string;
  readonly region?: string;
  /** The folder for templates, and the base of relative paths. */
  readonly workspace: string;
  readonly port?: number;
}

const DEFAULT_PORT = 7424;

export const HELP: string = `toolmark-cloudbase: an MCP server for Tencent CloudBase, with annotated tools.

Usage: toolmark-cloudbase [options]
       toolmark-cloudbase login     sign in with your browser, and choose an environment
       toolmark-cloudbase logout    end that login
       toolmark-cloudbase doctor    check credentials, environment and what it has

  --emulator       serve an emulated CloudBase with sample data; no account is needed
  --env ID         the environment to work in (or CLOUDBASE_ENV_ID); else the one chosen by login
  --region NAME    the region of the environment (or TCB_REGION; default: ap-shanghai)
  --workspace DIR  where templates go, and where relative paths start (default: the current folder)
  --lang en|zh     language of titles, descriptions and errors (or TCB_LANG; default: by your locale)
  --unattended     ask nobody before something is overwritten or deleted; the tools then declare that they are destructive
  --verbose        write a line to stderr for each call: its tool, how it ended and how long it took
  --http [PORT]    serve http://127.0.0.1:PORT/mcp (default port: ${DEFAULT_PORT}; 0 takes any free one)
                   instead of stdin and stdout
  --help           print this
  --version        print the version

Keys are read from TENCENTCLOUD_SECRETID, TENCENTCLOUD_SECRETKEY and TENCENTCLOUD_SESSIONTOKEN, and are never written to disk.
`;

type Env = Readonly<Record<string, string | undefined>>;

/** Reads a command line, without the program and the script. */
export function parseCommand(argv: readonly string[], env: Env, folder: string): Command<ServeOptions> {
  return readCommandLine(argv, {
    options: {
      emulator: { type: 'boolean' },
      env: { type: 'string' },
      region: { type: 'string' },
      workspace: { type: 'string' },
      lang: { type: 'string' },
      unattended: { type: 'boolean' },
      verbose: { type: 'boolean' },
    },
    defaultPort: DEFAULT_PORT,
    toServe: (given, port) => {
      const language = toLanguage(given.lang, env);
      if (language === undefined) return `--lang knows en and zh, not '${given.lang}'.`;
      const envId = given.env ?? env['CLOUDBASE_ENV_ID'];
      if (given.emulator === true && given.env !== undefined)
        return '--env and --emulator exclude each other: the emulator has environments of its own.';
      const region = given.region ?? env['TCB_REGION'] ?? env['TENCENTCLOUD_REGION'];
      const notAName = [
        ['--env', envId],
        ['--region', region],
      ].find(([, value]) => value !== undefined && !/^[a-z0-9][a-z0-9-]{0,62}$/i.test(value));
      if (notAName !== undefined) return `${notAName[0]} wants letters, digits and hyphens, not '${notAName[1]}'.`;
      return {
        isEmulator: given.emulator === true,
        language,
        isUnattended: given.unattended === true,
        isVerbose: given.verbose === true,
        workspace: given.workspace ?? firstFolder(env['WORKSPACE_FOLDER_PATHS']) ?? folder,
        ...(envId !== undefined && given.emulator !== true && { envId }),
        ...(region !== undefined && { region }),
        ...(port !== undefined && { port }),
      };
    },
  });
}

function toLanguage(given: string | undefined, env: Env): Language | undefined {
  if (given === undefined) return chooseLanguage(env);
  return LANGUAGES.find((each) => each === given);
}

/** Set by editors, sometimes to several folders. */
const firstFolder = (value: string | undefined): string | undefined =>
  value
    ?.split(/[,;\n]/)
    .map((each) => each.trim())
    .find((each) => each !== '');
