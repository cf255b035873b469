import { homedir } from 'node:os';
import { type Account, accountFile, readAccount } from '../account/account-file.ts';

/** The account to use, or a sentence that says how to get one. */
export async function findAccount(given: Account | undefined): Promise<Account | string> {
  if (given !== undefined) return given;
  const found = await readAccount(accountFile(process.env, homedir()));
  return (
    found ??
    'Nobody has signed in yet. Run toolmark-nextcloud login URL, or try it without a Nextcloud: toolmark-nextcloud --demo.'
  );
}
