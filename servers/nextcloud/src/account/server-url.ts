/**
 * The address of a Nextcloud that somebody typed, or `undefined` where it cannot be one. One with a user name or password is refused:
 * addresses stand in errors and logs.
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

/** For a sentence about an address that was refused. */
export const withoutCredentials = (address: string): string => address.replace(/\/\/[^/]*@/, '//…@');

/** A warning where a password would travel unencrypted. */
export function warnOfPlainHttp(url: string): string | undefined {
  const { protocol, hostname } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  return protocol === 'http:' && !isLocal
    ? `${hostname} is asked over http, so others on the network can read the password. Use https, or a password that you revoke afterwards.`
    : undefined;
}
