import * as z from 'zod';
import { toBasic } from '../account/to-basic.ts';
import { NextcloudError } from '../errors.ts';
import { createNextcloud } from '../http/create-nextcloud.ts';
import type { Nextcloud } from '../http/nextcloud.ts';
import { findMissingApps } from '../modules/missing-apps.ts';
import { MODULES } from '../modules/modules.ts';
import { findAccount } from './find-account.ts';

const Status = z.object({ installed: z.boolean(), maintenance: z.boolean(), versionstring: z.string() });
const User = z.object({ id: z.string() });

interface Check {
  readonly name: string;
  readonly isGood: boolean;
  readonly text: string;
}

/** `toolmark-nextcloud doctor`. Gives the exit code. */
export async function doctor(complain: (sentence: string) => void): Promise<number> {
  const account = await findAccount(undefined);
  if (typeof account === 'string') {
    complain(account);
    return 2;
  }
  const nextcloud = createNextcloud({ ...account, authorization: () => toBasic(account) });
  const checks = await examine(nextcloud, AbortSignal.timeout(60_000));
  for (const { name, isGood, text } of checks) process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'}  ${name}: ${text}\n`);
  return checks.every(({ isGood }) => isGood) ? 0 : 1;
}

/** What works and what does not, in the order in which one needs the other. */
async function examine(nextcloud: Nextcloud, signal: AbortSignal): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const run = async (name: string, work: () => Promise<string>): Promise<boolean> => {
    try {
      checks.push({ name, isGood: true, text: await work() });
      return true;
    } catch (error) {
      if (!(error instanceof NextcloudError)) throw error;
      checks.push({ name, isGood: false, text: error.message });
      return false;
    }
  };
  const isThere = await run('server', async () => {
    const status = await nextcloud.json(Status, { method: 'GET', path: ['status.php'], what: 'the status', signal });
    if (status.maintenance)
      throw new NextcloudError('UNREACHABLE', 'Nextcloud is in maintenance mode. Try again later.');
    return `Nextcloud ${status.versionstring}`;
  });
  if (!isThere) return checks;
  const isSignedIn = await run('credentials', async () => {
    const { id } = await nextcloud.ocs(User, {
      method: 'GET',
      path: ['ocs', 'v2.php', 'cloud', 'user'],
      what: 'your account',
      signal,
    });
    return `signed in as ${id}`;
  });
  if (!isSignedIn) return checks;
  await run('apps', async () => {
    const missing = await findMissingApps(nextcloud, signal);
    const all = MODULES.flatMap(({ app }) => app ?? []);
    const there = all.filter((app) => !missing.includes(app)).join(', ');
    return missing.length === 0 ? there : `${there}; not installed, so their tools are left out: ${missing.join(', ')}`;
  });
  return checks;
}
