import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The length of a key in bytes. */
export const KEY_BYTES = 32;

/** Encrypts values under one key. The name is authenticated too, so that two values cannot be swapped in the file. */
export interface Sealer {
  readonly seal: (name: string, value: string) => string;
  /** The value, or `undefined` if it was sealed with another key or for another name, or was changed. */
  readonly open: (name: string, sealed: string) => string | undefined;
}

/**
 * @example
 * const sealer = createSealer(randomBytes(KEY_BYTES));
 * sealer.open('TOKEN', sealer.seal('TOKEN', 'value')) // 'value'
 */
export function createSealer(key: Uint8Array): Sealer {
  return {
    seal: (name, value) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (name, sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(name))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
