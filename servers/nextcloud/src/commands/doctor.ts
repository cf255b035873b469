import * as z from 'zod';
import { toBasic } from '../account/to-basic.ts';
import { NextcloudError } from '../errors.ts';
import { createNextcloud } from '../http/create-nextcloud.ts';
import type { Nextcloud } from '../http/nextcloud.ts';
import { findMissingApps } from '../modules/missing-apps.ts';
import { MODULES } from '../modules/modules.ts';
import { DEFAULT_PORT, HELP, parseCommand, type ServeOptions } from '../options.ts';
import { type Check, type Checks, createChecks } from './checks.ts';
import { examineOAuth } from './examine-oauth.ts';
import { findAccount } from './find-account.ts';

const Status = z.object({ installed: z.boolean(), maintenance: z.boolean(), versionstring: z.string() });
const User = z.object({ id: z.string() });
const DEADLINE_MS = 60_000;

/** `toolmark-nextcloud doctor`, with the options of the server to check. Returns the exit code. */
export async function doctor(argv: readonly string[], complain: (sentence: string) => void): Promise<number> {
  // doctor serves nothing, so it needs no port.
  const command = parseCommand([`--http=${DEFAULT_PORT}`, ...argv], process.env);
  if (command.kind === 'problem') {
    complain(command.message);
    return 2;
  }
  if (command.kind !== 'serve') {
    process.stdout.write(HELP);
    return 0;
  }
  const checks = await examine(command.serve);
  if (typeof checks === 'string') {
    complain(checks);
    return 2;
  }
  for (const { name, isGood, text } of checks) process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'}  ${name}: ${text}\n`);
  return checks.every(({ isGood }) => isGood) ? 0 : 1;
}

/** The results of all checks, each after the checks that it depends on; an error message if nothing can be checked. */
async function examine(options: ServeOptions): Promise<readonly Check[] | string> {
  if (options.isDemo) return 'doctor checks a real Nextcloud; leave out --demo.';
  const checks = createChecks();
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const { oauth } = options;
  if (oauth !== undefined) {
    const nextcloud = createNextcloud({ url: oauth.nextcloudUrl, user: '', authorization: () => '' });
    await examineServer(checks, nextcloud, signal);
    await examineOAuth(checks, oauth, { modules: options.modules, hasSemantic: options.semantic !== undefined });
    return checks.found;
  }
  const account = await findAccount(options.account);
  if (typeof account === 'string') return account;
  const nextcloud = createNextcloud({ ...account, authorization: () => toBasic(account) });
  if (await examineServer(checks, nextcloud, signal)) await examineAccount(checks, nextcloud, signal);
  return checks.found;
}

const examineServer = ({ run }: Checks, nextcloud: Nextcloud, signal: AbortSignal): Promise<boolean> =>
  run('server', async () => {
    const status = await nextcloud.json(Status, { method: 'GET', path: ['status.php'], what: 'the status', signal });
    if (status.maintenance)
      throw new NextcloudError('UNREACHABLE', 'Nextcloud is in maintenance mode. Try again later.');
    return `Nextcloud ${status.versionstring}`;
  });

async function examineAccount({ run }: Checks, nextcloud: Nextcloud, signal: AbortSignal): Promise<void> {
  const isSignedIn = await run('credentials', async () => {
    const { id } = await nextcloud.ocs(User, {
      method: 'GET',
      path: ['ocs', 'v2.php', 'cloud', 'user'],
      what: 'your account',
      signal,
    });
    return `signed in as ${id}`;
  });
  if (!isSignedIn) return;
  await run('apps', async () => {
    const missing = await findMissingApps(nextcloud, signal);
    const all = MODULES.flatMap(({ app }) => app ?? []);
    const there = all.filter((app) => !missing.includes(app)).join(', ');
    return missing.length === 0 ? there : `${there}; not installed, so their tools are left out: ${missing.join(', ')}`;
  });
}
