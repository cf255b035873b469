import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type { ApiCaller, RestContext } from './deps.ts';

/** The header with which whoever uses the API says what it is. */
export const CLIENT_HEADER = 'toolmark-client';

/** What Toolmark's own say of themselves is how their calls are told apart. */
const OWN: Readonly<Record<string, Pick<ApiCaller, 'mode'> & { readonly name: string }>> = Object.freeze({
  cli: { mode: 'cli', name: 'toolmark-cli' },
  web: { mode: 'web', name: 'toolmark-web' },
});

/**
 * Who calls, by the `Toolmark-Client` header.
 *
 * @example
 * parseClientHeader('cli/1.2.3') // ok({ mode: 'cli', client: { name: 'toolmark-cli', version: '1.2.3' } })
 */
export function parseClientHeader(value: string | undefined): Result<ApiCaller, string> {
  if (value === undefined) return ok({ mode: 'api', client: undefined });
  const [, name, version] = /^([\x21-\x2e\x30-\x7e]{1,100})\/([\x21-\x2e\x30-\x7e]{1,100})$/.exec(value) ?? [];
  if (name === undefined || version === undefined) return err('must be a name and a version, such as my-script/1.0');
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  return ok({ mode: own?.mode ?? 'api', client: { name: own?.name ?? name, version } });
}

/** Who makes a request, or what is wrong with how they say it. */
export function readCaller({ req }: RestContext): Result<ApiCaller, readonly Problem[]> {
  const caller = parseClientHeader(req.header(CLIENT_HEADER));
  return caller.ok ? caller : err([{ path: CLIENT_HEADER, message: caller.error }]);
}
