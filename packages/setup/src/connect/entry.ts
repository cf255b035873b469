import { err, ok, type Result } from '@toolmark/annotations';
import { TOKEN_VARIABLE } from '@toolmark/api-contract';
import type { RawEntry } from '../edit/edit-config.ts';
import type { ClientId } from './clients.ts';
import { ENTRY_FORMATS, type Program } from './entry-formats.ts';

/** The connection of a client to a gateway. */
export type Way =
  | { readonly kind: 'http'; readonly url: string; readonly token: Token | undefined }
  | ({ readonly kind: 'stdio'; readonly token: string | undefined } & Program);

/** The token itself, or the environment variable that holds it. */
type Token = { readonly kind: 'literal' | 'variable'; readonly text: string };

/**
 * The config entry that connects a client to a gateway, or a sentence with the reason why the client does not support
 * it.
 *
 * @example
 * toClientEntry('cursor', { kind: 'http', url, token: undefined }) // { ok: true, value: { url } }
 */
export function toClientEntry(client: ClientId | 'other', way: Way): Result<RawEntry, string> {
  const { name, http, stdio, variable } = ENTRY_FORMATS[client];
  if (way.kind === 'stdio') return ok(stdio(withToken(way)));
  const { url, token } = way;
  if (http === undefined) {
    return err(`The config of ${name} takes no URLs, it can only start a program. Use --stdio.`);
  }
  if (token?.kind !== 'variable') {
    return ok(http(url, token === undefined ? {} : { Authorization: `Bearer ${token.text}` }));
  }
  if (client === 'codex') return ok({ url, bearer_token_env_var: token.text });
  if (variable === undefined) {
    return err(`${name} expands no environment variables. Leave out --token-env, or use --stdio.`);
  }
  return ok(http(url, { Authorization: `Bearer ${variable(token.text)}` }));
}

const withToken = ({ command, args, env, token }: Extract<Way, { kind: 'stdio' }>): Program =>
  token === undefined
    ? { command, args, ...(env && { env }) }
    : { command, args, env: { ...env, [TOKEN_VARIABLE]: token } };

/** Whether the client supports HTTP. */
export const supportsHttp = (client: ClientId | 'other'): boolean => ENTRY_FORMATS[client].http !== undefined;

export const clientName = (client: ClientId | 'other'): string => ENTRY_FORMATS[client].name;
