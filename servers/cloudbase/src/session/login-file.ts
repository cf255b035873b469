import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '@toolmark/base';
import * as z from 'zod';

/** A login of Tencent: temporary keys, and a token to renew them. Times are in milliseconds. */
export const StoredLogin = z.object({
  tmpSecretId: z.string().min(1),
  tmpSecretKey: z.string().min(1),
  tmpToken: z.string().min(1),
  tmpExpired: z.coerce.number(),
  expired: z.coerce.number(),
  refreshToken: z.string().min(1),
  uin: z.coerce.string().default(''),
});
export type StoredLogin = z.output<typeof StoredLogin>;

const StoredChoice = z.object({ envId: z.string().min(1) });

/** Files of the session below `$TOOLMARK_HOME/cloudbase`. */
export interface LoginFiles {
  readonly readLogin: () => Promise<StoredLogin | undefined>;
  readonly writeLogin: (login: StoredLogin) => Promise<void>;
  readonly readEnvId: () => Promise<string | undefined>;
  readonly writeEnvId: (envId: string) => Promise<void>;
  readonly removeAll: () => Promise<void>;
}

/** A missing or damaged file counts as no login; a new login rewrites it. */
export function createLoginFiles(env: Readonly<Record<string, string | undefined>>, home: string): LoginFiles {
  const folder = join(env['TOOLMARK_HOME'] || join(home, '.toolmark'), 'cloudbase');
  const [login, choice] = [join(folder, 'login.json'), join(folder, 'environment.json')];
  return {
    readLogin: () => read(login, StoredLogin),
    writeLogin: (value) => write(login, value),
    readEnvId: async () => (await read(choice, StoredChoice))?.envId,
    writeEnvId: (envId) => write(choice, { envId }),
    removeAll: async () => {
      await rm(login, { force: true });
      await rm(choice, { force: true });
    },
  };
}

async function read<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Written atomically, readable by its owner only. */
async function write(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
