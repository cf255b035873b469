import { hash, randomBytes } from 'node:crypto';

/** Codes that let one browser in, once. */
export interface OneTimeCodes {
  /** `undefined` where too many wait for somebody already. */
  readonly make: (lastsMs: number) => OneTimeCode | undefined;
  /** A right one is used up by this. */
  readonly redeem: (code: string) => 'right' | 'used' | 'unknown';
}

interface OneTimeCode {
  readonly code: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How many may wait to be used. */
export const MOST_CODES = 100;

/** So that somebody who comes with a used one is told so. */
const MOST_USED_REMEMBERED = 100;

/** Kept as hashes, in memory: who reads that memory cannot sign in with them, and they are gone with the process. */
export function createOneTimeCodes(now: () => number): OneTimeCodes {
  const waiting = new Map<string, number>();
  const used = new Set<string>();
  const forgetOld = (): void => {
    for (const [key, expiresAt] of waiting) if (expiresAt <= now()) waiting.delete(key);
  };
  return {
    make: (lastsMs) => {
      forgetOld();
      if (waiting.size >= MOST_CODES) return undefined;
      const code = randomBytes(32).toString('base64url');
      const expiresAt = now() + lastsMs;
      waiting.set(keyOf(code), expiresAt);
      return { code, expiresAt };
    },
    redeem: (code) => {
      forgetOld();
      const key = keyOf(code);
      if (used.has(key)) return 'used';
      if (!waiting.delete(key)) return 'unknown';
      used.add(key);
      for (const oldest of used) {
        if (used.size <= MOST_USED_REMEMBERED) break;
        used.delete(oldest);
      }
      return 'right';
    },
  };
}

const keyOf = (code: string): string => hash('sha256', code, 'base64url');
