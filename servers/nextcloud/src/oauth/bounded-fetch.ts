/** The size limit for answers of an authorization server: discovery, keys, tokens. */
const MAX_BYTES = 1024 * 1024;
/** The timeout of one request to an authorization server. */
export const ISSUER_TIMEOUT_MS = 10_000;

/**
 * Whether an address is safe to send secrets to: https, or http on this machine. One with a user name or password is not: addresses are
 * published and appear in errors.
 */
export function isSecureAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/**
 * A fetch for requests to an authorization server: secure addresses only, no redirects, a deadline, and a limit on the size of the answer.
 * `fetch` itself has no size limit.
 */
export async function boundedFetch(address: string, init: object = {}): Promise<Response> {
  if (!isSecureAddress(address)) throw new TypeError(`${hostOf(address)} is neither https nor on this machine.`);
  const { signal, ...rest }: RequestInit = init;
  const deadline = AbortSignal.timeout(ISSUER_TIMEOUT_MS);
  const response = await fetch(address, {
    ...rest,
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new RangeError(`${hostOf(address)} sent more than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  const hasNoBody = response.status === 204 || response.status === 304;
  return new Response(hasNoBody ? null : Buffer.concat(chunks), { status: response.status, headers: response.headers });
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : 'The address');
