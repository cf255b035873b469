import { homedir } from 'node:os';
import { accountFile, writeAccount } from '../account/account-file.ts';
import { runLoginFlow } from '../account/login-flow.ts';
import { parseServerUrl, warnOfPlainHttp } from '../account/server-url.ts';
import { NextcloudError } from '../errors.ts';

/** `toolmark-nextcloud login URL`. Returns the exit code. */
export async function login(args: readonly string[], complain: (sentence: string) => void): Promise<number> {
  const [url, ...rest] = args;
  const address = rest.length > 0 ? undefined : parseServerUrl(url ?? '');
  if (address === undefined) {
    complain('Which Nextcloud? Give its address: toolmark-nextcloud login https://cloud.example.org');
    return 2;
  }
  const warning = warnOfPlainHttp(address);
  if (warning !== undefined) complain(warning);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const account = await runLoginFlow({
      url: address,
      signal: stop.signal,
      onLink: (link) =>
        process.stdout.write(`Open this link, sign in, and grant access:\n\n  ${link}\n\nWaiting (Ctrl-C stops) …\n`),
    });
    const file = accountFile(process.env, homedir());
    await writeAccount(file, account);
    process.stdout.write(
      `Signed in to ${new URL(account.url).host} as ${account.user}. The app password is in ${file}.\nYou can revoke it in Nextcloud: Personal settings, Security.\n`,
    );
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    if (!(error instanceof NextcloudError)) throw error;
    complain(error.message);
    return 2;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
