import { err, ok, type Result } from '@toolmark/annotations';
import { type ClientId, endpointPath, supportsHttp, type Way } from '@toolmark/setup';
import type { ConnectOptions } from './options.ts';
import type { Target } from './target.ts';

/**
 * How the client will reach the gateway, given the options and its abilities; or an error sentence.
 *
 * @param token `undefined` where none is asked for
 */
export function methodFor(
  client: ClientId | 'other',
  options: ConnectOptions,
  target: Target,
  token: string | undefined,
): Result<Way, string> {
  const { profile, tokenEnv } = options;
  const problem = unknownProfile(profile, target.profiles);
  if (problem !== undefined) return err(problem);
  const isStdio = options.stdio ?? !supportsHttp(client);
  if (isStdio) {
    if (tokenEnv === undefined) return ok({ kind: 'stdio', ...target.stdio, token });
    return err(
      '--token-env is for clients that connect to a URL; toolmark stdio reads TOOLMARK_TOKEN from its environment.',
    );
  }
  const url = `${target.url}${endpointPath(options)}`;
  if (tokenEnv !== undefined) {
    if (!/^[A-Za-z_]\w*$/.test(tokenEnv))
      return err('--token-env takes the name of a variable, such as TOOLMARK_TOKEN.');
    return ok({ kind: 'http', url, token: { kind: 'variable', text: tokenEnv } });
  }
  return ok({ kind: 'http', url, token: token === undefined ? undefined : { kind: 'literal', text: token } });
}

function unknownProfile(profile: string | undefined, known: readonly string[] | undefined): string | undefined {
  if (profile === undefined || known === undefined || known.includes(profile)) return undefined;
  return known.length === 0
    ? `There is no profile '${profile}': the config has none. Add it under profiles in toolmark.json.`
    : `There is no profile '${profile}'. Known: ${known.join(', ')}.`;
}
