import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The header that asks a gateway to prove which one it is. */
export const CHALLENGE_HEADER = 'toolmark-challenge';

/** The timeout for the answer. Short, because the gateway runs on this machine. */
const ANSWER_TIMEOUT_MS = 5_000;

/** The answer to a challenge, which requires the secret of the running gateway. */
export function instanceProof(secret: string, challenge: string): string {
  return createHmac('sha256', secret).update(challenge).digest('base64url');
}

/**
 * Whether the gateway at an address knows this secret. Check before sending the token: after a crash, another program
 * may listen on the port.
 *
 * @example
 * await isInstance('http://127.0.0.1:7420', secret)
 */
export async function isInstance(url: string, secret: string): Promise<boolean> {
  const challenge = randomBytes(16).toString('base64url');
  try {
    const response = await fetch(new URL('/healthz', url), {
      headers: { [CHALLENGE_HEADER]: challenge },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const answer = (await response.json()) as { readonly proof?: unknown };
    return response.ok && isSame(String(answer.proof), instanceProof(secret, challenge));
  } catch {
    return false;
  }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
