import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own }>>['values'];

/** A server program's parsed command line. `Serve` is the type of its own options. */
export type Command<Serve> =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'serve'; readonly serve: Serve }
  | { readonly kind: 'problem'; readonly message: string };

export interface CommandLine<Own extends Options, Serve> {
  /** The program's own options, in addition to `--http`, `--help` and `--version`. */
  readonly options: Own;
  /** The port for `--http` without a value. */
  readonly defaultPort: number;
  /** Converts the values, or returns one sentence about a problem. Without a port the server uses stdio. */
  readonly toServe: (values: Values<Own>, port: number | undefined) => Serve | string;
}

const COMMON = {
  http: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/**
 * Parses the command line of a server program, without the node and script arguments.
 *
 * @example
 * const options = { dir: { type: 'string' } } as const;
 * const toServe = ({ dir }, port) => (dir === undefined ? '--dir is missing.' : { dir, port });
 * const command = readCommandLine(process.argv.slice(2), { options, defaultPort: 7421, toServe });
 */
export function readCommandLine<const Own extends Options, Serve extends object>(
  argv: readonly string[],
  { options, defaultPort, toServe }: CommandLine<Own, Serve>,
): Command<Serve> {
  let common: Values<typeof COMMON>;
  let own: Values<Own>;
  try {
    const args = withPort(argv, defaultPort);
    const { values } = parseArgs({ args, options: { ...options, ...COMMON } });
    // The values include the options of both.
    [common, own] = [values as Values<typeof COMMON>, values as Values<Own>];
  } catch (error) {
    return { kind: 'problem', message: firstSentence(error) };
  }
  if (common.help) return { kind: 'help' };
  if (common.version) return { kind: 'version' };
  const port = common.http;
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)) {
    return { kind: 'problem', message: `--http wants a port from 0 to 65535, not '${port}'.` };
  }
  const serve = toServe(own, port === undefined ? undefined : Number(port));
  return typeof serve === 'string' ? { kind: 'problem', message: serve } : { kind: 'serve', serve };
}

/** Supplies the default port, because parseArgs has no optional values. */
function withPort(argv: readonly string[], defaultPort: number): string[] {
  return argv.flatMap((arg, index) => {
    const next = argv[index + 1];
    const takesDefault = arg === '--http' && (next === undefined || next.startsWith('-'));
    return takesDefault ? [`--http=${defaultPort}`] : [arg];
  });
}

/** Drops Node's advice about positional arguments, which these programs do not have. */
function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.split(/[.\n]\s|\.$/, 1)[0]}.`;
}
