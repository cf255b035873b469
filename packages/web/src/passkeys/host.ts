/**
 * Whether a host name is an IP address: browsers do not allow passkeys there.
 *
 * @example
 * isAddress('127.0.0.1') // true
 * isAddress('localhost') // false
 */
export const isAddress = (hostname: string): boolean => hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);

/**
 * The same page under another origin, with the code of a sign-in link.
 *
 * @example
 * atName('http://localhost:7420', '/approvals/7?x=1', 'http://127.0.0.1:7420/#link=abc')
 * // 'http://localhost:7420/approvals/7?x=1#link=abc'
 */
export function atName(origin: string, place: string, link: string): string {
  const url = new URL(place, origin);
  url.hash = new URL(link).hash;
  return url.href;
}
