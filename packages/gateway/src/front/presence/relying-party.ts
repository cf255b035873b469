import { isIP } from 'node:net';
import { err, ok, type Result } from '@toolmark/annotations';

/** The relying party: passkeys are bound to a host name, and their signatures to the whole origin. */
export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  /** The origin of the page with its port: a page on another port is not ours. */
  readonly origin: string;
}

/**
 * The relying party of a page, from the origin that the guard has checked. Browsers do not support passkeys for IP
 * addresses, so a page at one gets a sentence with another address.
 *
 * @example
 * relyingPartyOf('http://localhost:7420') // { ok: true, value: { id: 'localhost', origin: 'http://localhost:7420' } }
 */
export function relyingPartyOf(origin: string | undefined): Result<RelyingParty, string> {
  const url = origin === undefined ? null : URL.parse(origin);
  if (url === null) return err('The request has no origin. Use passkeys on the page.');
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) === 0) return ok({ id: name, origin: url.origin });
  const instead = `http://localhost:${url.port || '80'}/`;
  return err(
    `Passkeys need a host name, but this page is open at ${name}. Open it at ${instead}, or with a host name in allowedHosts.`,
  );
}
