/**
 * Parses the address of a Nextcloud; `undefined` if it is invalid. Addresses with a user name or password are refused, because
 * addresses appear in errors and logs.
 *
 * @example
 * parseServerUrl('https://example.org/nextcloud/') // 'https://example.org/nextcloud'
 */
export function parseServerUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return undefined;
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Masks credentials in an address, for error messages. */
export const withoutCredentials = (address: string): string => address.replace(/\/\/[^/]*@/, '//…@');

/** A warning if the password would be sent unencrypted. */
export function warnOfPlainHttp(url: string): string | undefined {
  const { protocol, hostname } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  return protocol === 'http:' && !isLocal
    ? `${hostname} is contacted over http, so others on the network can read the password. Use https, or a password that you revoke afterwards.`
    : undefined;
}
