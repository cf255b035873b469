import { err, globToRegExp } from '@toolmark/annotations';
import {
  type NamedToken,
  type NewTokenRequest,
  newTokenSchema,
  serverListSchema,
  type ToolClassName,
} from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import type { GatewayClient } from '../gateway-client.ts';
import { type AskOptions, ask, type CommandFailure, output, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { shellWord } from '../text/shell-word.ts';
import { CEILING_NAMES, CEILINGS, expiryOf, serversOf } from './token-text.ts';

export interface CreateTokenOptions extends AskOptions {
  readonly ceiling?: ToolClassName;
  readonly server?: readonly string[];
  readonly profile?: string;
  /** For the API, instead of an MCP client. */
  readonly api?: boolean;
  /** `false`: its client may not approve its own calls. */
  readonly answer: boolean;
  /** In days. */
  readonly expires?: number;
}

/** `toolmark tokens create`: prints the token on stdout, and instructions on stderr. */
export async function createToken(name: string, options: CreateTokenOptions, io: Io): Promise<ExitCode> {
  const { ceiling, server: servers, profile, api = false, answer: mayAnswer, expires } = options;
  if (ceiling === undefined && !api) {
    io.stderr.write(`${noCeiling(name).join('\n')}\n`);
    return EXIT.couldNotRun;
  }
  let after: readonly string[] = [];
  const code = await ask(options, io, async (gateway) => {
    const body: NewTokenRequest = {
      name,
      ...(api && { kind: 'api' }),
      ...(ceiling !== undefined && { ceiling }),
      ...(servers !== undefined && { servers }),
      ...(profile !== undefined && { profile }),
      ...(!mayAnswer && { may_answer: false }),
      ...(expires !== undefined && { expires_in_days: expires }),
    };
    const answer = await gateway.request('POST', '/tokens', newTokenSchema, { body });
    if (!answer.ok) return err(toCreateFailure(answer.error));
    const { token, named } = answer.value.value;
    const screen = screenOf(options, { ...io, stdout: io.stderr });
    const until = named.expires_at === null ? 'It does not expire.' : `It expires ${expiryOf(named, screen.now)}.`;
    const what = `Token '${safeText(named.name)}' ${meaningOf(named)} ${until}`;
    const doubts = await unknownServers(servers ?? [], gateway);
    const said = [what, ...doubts].flatMap((text) => wrapText(text, screen.columns));
    if (!options.json) io.stderr.write(`${said.join('\n')}\n\n`);
    after = [
      '',
      ...wrapText('It is not shown again, because only a hash of it is stored. Save it now.', screen.columns),
      '',
      ...usageOf(named, gateway.origin),
      '',
      `Revoke it: toolmark tokens revoke ${shellWord(named.name)}`,
    ];
    return output({ json: answer.value.json, lines: () => [token] });
  });
  if (code === EXIT.clean && !options.json) io.stderr.write(`${after.join('\n')}\n`);
  return code;
}

function meaningOf(named: NamedToken): string {
  if (named.ceiling === null)
    return 'is for scripts that use the API: it can do everything that you can do, but cannot be used at /mcp.';
  const where = named.servers === null ? 'of all servers' : `of ${serversOf(named)}`;
  const answers = named.may_answer ? '' : ' Its client may not approve its own calls.';
  return `may call ${CEILINGS[named.ceiling]}, ${where}.${answers}`;
}

function usageOf({ kind, profile }: NamedToken, origin: string): readonly string[] {
  const header = '  Authorization: Bearer <token>';
  if (kind === 'api') return ['Scripts send it with every request as a header', header, `to ${origin}/api/v1`];
  const endpoint = `${origin}/mcp${profile === null ? '' : `/p/${profile}`}`;
  return [
    'Clients send it with every request as a header',
    header,
    'to one of:',
    `  ${endpoint}${' '.repeat('/search'.length)}  all tools by name`,
    `  ${endpoint}/search  a few tools that find the others`,
  ];
}

/** The server may be added later, so this is only a warning; usually it is a typing error. */
async function unknownServers(globs: readonly string[], gateway: GatewayClient): Promise<readonly string[]> {
  const answer = globs.length === 0 ? undefined : await gateway.request('GET', '/servers', serverListSchema);
  if (answer?.ok !== true) return [];
  const { servers } = answer.value.value;
  return globs
    .filter((glob) => !servers.some(({ name }) => globToRegExp(glob).test(name)))
    .map((glob) => `No server matches '${safeText(glob)}' yet.`);
}

const WITH_OPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^name /, 'The name '],
  [/\bexpires_in_days\b/, '--expires'],
  [/\bservers\b/, '--server'],
];

/** Rewords the error for the command line. */
function toCreateFailure(refusal: CommandFailure): CommandFailure {
  const message = WITH_OPTIONS.reduce((text, [field, option]) => text.replace(field, option), refusal.message);
  const isProfile = message.startsWith('There is no profile');
  return { ...refusal, message: isProfile ? `${message} Make one with: toolmark profiles set <name>` : message };
}

function noCeiling(name: string): readonly string[] {
  return [
    'Set the highest class of tools with --ceiling:',
    ...CEILING_NAMES.map((each) => `  --ceiling ${each.padEnd('destructive'.length)}  ${CEILINGS[each]}`),
    `For example: toolmark tokens create ${shellWord(safeText(name))} --ceiling read`,
  ];
}
