import { err, ok, type Result } from '@toolmark/annotations';
import type { ServerTarget } from '@toolmark/reach';
import type { UpstreamConfig } from '../upstream-config.ts';
import { readEndpoint } from '../wire/http/endpoint.ts';
import { problem, type SignInProblem } from './problem.ts';
import type { SignInKey } from './sign-in-record.ts';

/** A server that supports signing in, as far as the config shows. */
export interface Signable {
  readonly config: UpstreamConfig;
  readonly key: SignInKey;
}

/** Returns the key of a server's sign-in, or why the config rules a sign-in out. */
export function toSignable(config: UpstreamConfig): Result<Signable, SignInProblem> {
  const { name, target } = config;
  if (target.kind !== 'url') {
    return err(
      problem(
        'needless',
        `Server '${name}' runs as a program on this machine, so it has no sign-in. Put its credentials into env in the config.`,
      ),
    );
  }
  if (config.problem !== undefined)
    return err(problem('broken', `Server '${name}' cannot be called: ${config.problem}.`));
  const endpoint = readEndpoint(target);
  if (!endpoint.ok) return err(problem('broken', endpoint.error.message));
  if (endpoint.value.headers.some((text, index) => index % 2 === 0 && text === 'authorization')) {
    return err(
      problem(
        'needless',
        `Server '${name}' gets its credentials from the config, which take precedence. To sign in instead, remove Authorization from its headers.`,
      ),
    );
  }
  return ok({ config, key: { server: name, url: endpoint.value.url.href } });
}

/** The address that identifies a server's sign-ins, without the parts that do not matter. */
export function signInUrlOf(target: ServerTarget): string | undefined {
  const endpoint = target.kind === 'url' ? readEndpoint(target) : undefined;
  return endpoint?.ok === true ? endpoint.value.url.href : undefined;
}
