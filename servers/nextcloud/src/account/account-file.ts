import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '@toolmark/base';
import * as z from 'zod';

/** The address of a Nextcloud, with a user and an app password. */
export const Account = z.object({ url: z.url(), user: z.string().min(1), password: z.string().min(1) });
export type Account = z.output<typeof Account>;

/** The file in which `login` stores the account: `$TOOLMARK_HOME/nextcloud/account.json`. */
export function accountFile(env: Readonly<Record<string, string | undefined>>, home: string): string {
  return join(env['TOOLMARK_HOME'] || join(home, '.toolmark'), 'nextcloud', 'account.json');
}

/** `undefined` before the first login; an error message if the file cannot be used. */
export async function readAccount(file: string): Promise<Account | string | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
  }
  try {
    return Account.parse(JSON.parse(text));
  } catch {
    return `${file} is damaged. Run toolmark-nextcloud login URL to write it again.`;
  }
}

/** Written atomically, readable by its owner only. */
export async function writeAccount(file: string, account: Account): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, `${JSON.stringify(account, undefined, 2)}\n`);
}
