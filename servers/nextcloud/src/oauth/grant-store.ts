import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@toolmark/base';
import * as z from 'zod';
import { type Principal, principalKey } from './principal.ts';
import { sha256Of } from './token-cache.ts';

/** A user's offline grant to this server. */
export interface Grant {
  readonly refreshToken: string;
  readonly scopes: readonly string[];
  readonly clientId: string;
  /** ISO 8601. */
  readonly grantedAt: string;
}

export interface GrantStore {
  /** `undefined` if there is none, or if the file is damaged or belongs to another user. */
  readonly read: (principal: Principal) => Promise<Grant | undefined>;
  readonly write: (principal: Principal, grant: Grant) => Promise<void>;
  readonly remove: (principal: Principal) => Promise<void>;
  readonly principals: () => Promise<readonly Principal[]>;
}

const Grant = z.object({
  refreshToken: z.string().min(1),
  scopes: z.array(z.string()),
  clientId: z.string(),
  grantedAt: z.string(),
});
const Sealed = z.object({
  version: z.literal(1),
  issuer: z.string(),
  subject: z.string(),
  iv: z.string(),
  tag: z.string(),
  data: z.string(),
});
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps refresh tokens in a folder, one encrypted file a user. Issuer and user are authenticated with the content (AAD), so that a file
 * copied over another user's file does not decrypt.
 */
export function createGrantStore(folder: string, key: Buffer): GrantStore {
  const fileOf = (principal: Principal): string => join(folder, `${sha256Of(principalKey(principal))}.json`);
  return {
    read: async (principal) => {
      const sealed = await readSealed(fileOf(principal));
      return sealed === undefined ? undefined : unseal(sealed, principal, key);
    },
    write: async (principal, grant) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(fileOf(principal), `${JSON.stringify(seal(grant, principal, key))}\n`);
    },
    remove: (principal) => rm(fileOf(principal), { force: true }),
    principals: async () => {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const found = await Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => readSealed(join(folder, name))),
      );
      return found.flatMap((sealed) => (sealed ? [{ issuer: sealed.issuer, subject: sealed.subject }] : []));
    },
  };
}

function seal(grant: Grant, principal: Principal, key: Buffer): z.output<typeof Sealed> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(aadOf(principal));
  const data = Buffer.concat([cipher.update(JSON.stringify(grant), 'utf8'), cipher.final()]);
  const { issuer, subject } = principal;
  const [ivText, tag] = [iv, cipher.getAuthTag()].map((bytes) => bytes.toString('base64'));
  return { version: 1, issuer, subject, iv: ivText ?? '', tag: tag ?? '', data: data.toString('base64') };
}

function unseal({ iv, tag, data }: z.output<typeof Sealed>, principal: Principal, key: Buffer): Grant | undefined {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES })
      .setAAD(aadOf(principal))
      .setAuthTag(Buffer.from(tag, 'base64'));
    const text = Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString('utf8');
    return Grant.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const aadOf = (principal: Principal): Buffer => Buffer.from(`toolmark-nextcloud grant 1 ${principalKey(principal)}`);

async function readSealed(file: string): Promise<z.output<typeof Sealed> | undefined> {
  try {
    return Sealed.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const isUnreadable = error instanceof Error && 'code' in error && error.code !== 'ENOENT';
    if (isUnreadable && !(error instanceof z.ZodError)) throw error;
    return undefined;
  }
}
