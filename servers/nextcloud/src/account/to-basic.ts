import type { Account } from './account-file.ts';

/** The value of `Authorization` for a user and an app password. */
export const toBasic = ({ user, password }: Pick<Account, 'user' | 'password'>): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
