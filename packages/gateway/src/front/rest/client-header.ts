import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type { OwnerCredential } from '../tokens/credential.ts';
import type { ApiCaller, RestContext } from './deps.ts';
import { ownerOf } from './owner-of.ts';

/** The header that names the program using the API. It is recorded with its calls, and has no effect on decisions. */
export const CLIENT_HEADER = 'toolmark-client';

/** The short names of Toolmark's own programs. */
const OWN_PROGRAMS: Readonly<Record<string, string>> = Object.freeze({ cli: 'toolmark-cli', web: 'toolmark-web' });

/**
 * Parses the `Toolmark-Client` header.
 *
 * @example
 * parseClientHeader('cli/1.2.3') // ok({ name: 'toolmark-cli', version: '1.2.3' })
 */
export function parseClientHeader(value: string | undefined): Result<ApiCaller['client'], string> {
  if (value === undefined) return ok(undefined);
  const [, name, version] = /^([\x21-\x2e\x30-\x7e]{1,100})\/([\x21-\x2e\x30-\x7e]{1,100})$/.exec(value) ?? [];
  if (name === undefined || version === undefined) return err('must be a name and a version, such as my-script/1.0');
  const own = Object.hasOwn(OWN_PROGRAMS, name) ? OWN_PROGRAMS[name] : undefined;
  return ok({ name: own ?? name, version });
}

/** Policy rules depend on the mode of a call, so it is derived from the credential, never from the request. */
const MODES: Readonly<Record<OwnerCredential['via'], ApiCaller['mode']>> = Object.freeze({
  cookie: 'web',
  file: 'cli',
  'api-token': 'api',
  none: 'api',
});

/** The caller of the API, or the problem with its header. */
export function readCaller(context: RestContext): Result<ApiCaller, readonly Problem[]> {
  const client = parseClientHeader(context.req.header(CLIENT_HEADER));
  if (!client.ok) return err([{ path: CLIENT_HEADER, message: client.error }]);
  return ok({ mode: MODES[ownerOf(context).via], client: client.value });
}
