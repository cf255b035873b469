/**
 * Whether passkeys can work where the page is open: browsers know them for names, never for addresses.
 *
 * @example
 * isAddress('127.0.0.1') // true
 * isAddress('localhost') // false
 */
export const isAddress = (hostname: string): boolean => hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);

/**
 * The same place of the page under another origin, let in there by a link.
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
