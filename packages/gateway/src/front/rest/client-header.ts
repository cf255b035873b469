import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type { OwnerCredential } from '../tokens/credential.ts';
import type { ApiCaller, RestContext } from './deps.ts';
import { ownerOf } from './owner-of.ts';

/** The header with which whoever uses the API says what it is. It is shown with their calls, and decides nothing. */
export const CLIENT_HEADER = 'toolmark-client';

/** What Toolmark's own say of themselves. */
const OWN: Readonly<Record<string, string>> = Object.freeze({ cli: 'toolmark-cli', web: 'toolmark-web' });

/**
 * What a program calls itself in the `Toolmark-Client` header.
 *
 * @example
 * parseClientHeader('cli/1.2.3') // ok({ name: 'toolmark-cli', version: '1.2.3' })
 */
export function parseClientHeader(value: string | undefined): Result<ApiCaller['client'], string> {
  if (value === undefined) return ok(undefined);
  const [, name, version] = /^([\x21-\x2e\x30-\x7e]{1,100})\/([\x21-\x2e\x30-\x7e]{1,100})$/.exec(value) ?? [];
  if (name === undefined || version === undefined) return err('must be a name and a version, such as my-script/1.0');
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  return ok({ name: own ?? name, version });
}

/** Rules of the policy go by the mode of a call, so that it comes from the credential, and from nothing that a request says. */
const MODES: Readonly<Record<OwnerCredential['via'], ApiCaller['mode']>> = Object.freeze({
  cookie: 'web',
  file: 'cli',
  'api-token': 'api',
  none: 'api',
});

/** Who makes a call through the API, or what is wrong with the name it gives. */
export function readCaller(context: RestContext): Result<ApiCaller, readonly Problem[]> {
  const client = parseClientHeader(context.req.header(CLIENT_HEADER));
  if (!client.ok) return err([{ path: CLIENT_HEADER, message: client.error }]);
  return ok({ mode: MODES[ownerOf(context).via], client: client.value });
}
