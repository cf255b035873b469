import { hash, randomBytes } from 'node:crypto';

/** Pending WebAuthn challenges, each for one purpose. */
export interface Challenges<Purpose> {
  readonly make: (purpose: Purpose) => Challenge;
  /** Takes a challenge and returns its purpose; `undefined` if it is unknown, used or expired. */
  readonly take: (challenge: string) => Purpose | undefined;
}

export interface Challenge {
  /** Base64url, as the browser returns it. */
  readonly text: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Long enough to find the key and touch it. */
export const CHALLENGE_TTL_MS: number = 2 * 60_000;

/** More than one person needs at a time. The oldest is dropped: only the signed-in owner can create challenges. */
export const MAX_CHALLENGES = 100;

/**
 * Creates challenges and remembers their purposes. The purpose is also hashed into the challenge, so that the signature
 * covers it.
 *
 * @example
 * const challenges = createChallenges<string>(Date.now);
 * const { text } = challenges.make('approve 7');
 * challenges.take(text) // 'approve 7'
 * challenges.take(text) // undefined
 */
export function createChallenges<Purpose>(now: () => number): Challenges<Purpose> {
  const pending = new Map<string, { readonly purpose: Purpose; readonly expiresAt: number }>();
  const removeExpired = (): void => {
    for (const [text, { expiresAt }] of pending) if (expiresAt <= now()) pending.delete(text);
  };
  const makeRoom = (): void => {
    for (const oldest of pending.keys()) {
      if (pending.size < MAX_CHALLENGES) break;
      pending.delete(oldest);
    }
  };
  return {
    make: (purpose) => {
      removeExpired();
      makeRoom();
      const nonce = randomBytes(32).toString('base64url');
      const digest = hash('sha256', JSON.stringify([nonce, purpose]), 'buffer');
      const text = digest.toString('base64url');
      const expiresAt = now() + CHALLENGE_TTL_MS;
      pending.set(text, { purpose, expiresAt });
      return { text, bytes: new Uint8Array(digest), expiresAt };
    },
    take: (challenge) => {
      removeExpired();
      const found = pending.get(challenge);
      pending.delete(challenge);
      return found?.purpose;
    },
  };
}
