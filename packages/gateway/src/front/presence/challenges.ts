import { hash, randomBytes } from 'node:crypto';

/** Challenges that wait for a passkey, each for one purpose. */
export interface Challenges<Purpose> {
  readonly make: (purpose: Purpose) => Challenge;
  /** What a challenge was made for. It is used up by this, whatever comes of it; `undefined` for one that is unknown, used or too old. */
  readonly take: (challenge: string) => Purpose | undefined;
}

export interface Challenge {
  /** Base64url, as the browser hands it back. */
  readonly text: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Long enough to find the key and touch it. */
export const CHALLENGE_LASTS_MS: number = 2 * 60_000;

/** More than one person can have under way. The oldest gives way: only whoever is signed in can make them. */
export const MOST_CHALLENGES = 100;

/**
 * Makes challenges and remembers what for. The purpose is hashed into the challenge too, so that the signature covers it.
 *
 * @example
 * const challenges = createChallenges<string>(Date.now);
 * const { text } = challenges.make('approve 7');
 * challenges.take(text) // 'approve 7'
 * challenges.take(text) // undefined
 */
export function createChallenges<Purpose>(now: () => number): Challenges<Purpose> {
  const waiting = new Map<string, { readonly purpose: Purpose; readonly expiresAt: number }>();
  const forgetOld = (): void => {
    for (const [text, { expiresAt }] of waiting) if (expiresAt <= now()) waiting.delete(text);
  };
  const makeRoom = (): void => {
    for (const oldest of waiting.keys()) {
      if (waiting.size < MOST_CHALLENGES) break;
      waiting.delete(oldest);
    }
  };
  return {
    make: (purpose) => {
      forgetOld();
      makeRoom();
      const nonce = randomBytes(32).toString('base64url');
      const digest = hash('sha256', JSON.stringify([nonce, purpose]), 'buffer');
      const text = digest.toString('base64url');
      const expiresAt = now() + CHALLENGE_LASTS_MS;
      waiting.set(text, { purpose, expiresAt });
      return { text, bytes: new Uint8Array(digest), expiresAt };
    },
    take: (challenge) => {
      forgetOld();
      const found = waiting.get(challenge);
      waiting.delete(challenge);
      return found?.purpose;
    },
  };
}
