import { isIP } from 'node:net';
import { err, ok, type Result } from '@toolmark/annotations';

/** Where a passkey is used: passkeys are bound to a host name, and what they sign to the whole origin. */
export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  /** Of the page, port included: a page on another port of the same name is not ours. */
  readonly origin: string;
}

/**
 * The relying party of a page, by the origin that the guard has found to be ours. Browsers know no passkeys for addresses, so that a
 * page at one gets a sentence that says where else it is served.
 *
 * @example
 * relyingPartyOf('http://localhost:7420') // { ok: true, value: { id: 'localhost', origin: 'http://localhost:7420' } }
 */
export function relyingPartyOf(origin: string | undefined): Result<RelyingParty, string> {
  const url = origin === undefined ? null : URL.parse(origin);
  if (url === null) return err('The request does not say which page it comes from. Use passkeys on the page.');
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) === 0) return ok({ id: name, origin: url.origin });
  const instead = `http://localhost:${url.port || '80'}/`;
  return err(
    `Passkeys need a host name, and this page is open at the address ${name}. Open it at ${instead}, or under a name in allowedHosts.`,
  );
}
