import { homedir } from 'node:os';
import { type Account, accountFile, readAccount } from '../account/account-file.ts';

/** The account to use, or an error message that says how to get one. */
export async function findAccount(given: Account | undefined): Promise<Account | string> {
  if (given !== undefined) return given;
  const found = await readAccount(accountFile(process.env, homedir()));
  return (
    found ??
    'You are not signed in. Run toolmark-nextcloud login URL, or try it without a Nextcloud: toolmark-nextcloud --demo.'
  );
}
