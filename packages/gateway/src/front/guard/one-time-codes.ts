import { hash, randomBytes } from 'node:crypto';

/** Codes that each sign in one browser, once. */
export interface OneTimeCodes {
  /** `undefined` when too many codes are unused. */
  readonly make: (lastsMs: number) => OneTimeCode | undefined;
  /** Uses up a valid code. */
  readonly redeem: (code: string) => 'right' | 'used' | 'unknown';
}

interface OneTimeCode {
  readonly code: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The number of unused codes at a time. */
export const MOST_CODES = 100;

/** Used codes that are remembered, so that the answer to a second use can say so. */
const MOST_USED_REMEMBERED = 100;

/** Keeps hashes in memory only: a memory dump does not let anyone sign in, and the codes end with the process. */
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
