import { err, ok, type Result } from '@toolmark/annotations';
import type { ServerTarget } from '@toolmark/reach';
import type { UpstreamConfig } from '../upstream-config.ts';
import { readEndpoint } from '../wire/http/endpoint.ts';
import { problem, type SignInProblem } from './problem.ts';
import type { SignInKey } from './sign-in-record.ts';

/** A server to which one can sign in, as far as the config says. */
export interface Signable {
  readonly config: UpstreamConfig;
  readonly key: SignInKey;
}

/** Why one cannot sign in to a server, from its config alone; else by what its sign-in is known. */
export function toSignable(config: UpstreamConfig): Result<Signable, SignInProblem> {
  const { name, target } = config;
  if (target.kind !== 'url') {
    return err(
      problem(
        'needless',
        `Server '${name}' runs as a program on this machine, and nobody signs in to those. Give it credentials in env in the config.`,
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
        `Server '${name}' gets its credentials from the config, which come first. To sign in instead, take Authorization out of its headers.`,
      ),
    );
  }
  return ok({ config, key: { server: name, url: endpoint.value.url.href } });
}

/** The address by which sign-ins to a server are known, whatever else there is to say about it. */
export function signInUrlOf(target: ServerTarget): string | undefined {
  const endpoint = target.kind === 'url' ? readEndpoint(target) : undefined;
  return endpoint?.ok === true ? endpoint.value.url.href : undefined;
}
