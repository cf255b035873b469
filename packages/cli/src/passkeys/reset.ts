import { err, ok, type Result } from '@toolmark/annotations';
import { safeText } from '@toolmark/audit';
import { readPasskeys, resetPasskeys } from '@toolmark/gateway';
import { askPerson, hasPerson } from '../ask-person.ts';
import type { Io } from '../io.ts';
import { plural } from '../text/amounts.ts';

/** Asks on the gateway's own terminal, where it is about to run; never by a flag alone, and never by the page or the API. */
export async function resetPasskeysOnTerminal(dataDir: string, io: Io): Promise<Result<undefined, string>> {
  const read = await readPasskeys(dataDir);
  if (!read.ok) return read;
  const keys = read.value;
  if (keys.length === 0) {
    io.stderr.write('There are no passkeys to remove.\n');
    return ok(undefined);
  }
  if (!hasPerson(io))
    return err('--reset-passkeys asks before it removes anything, and here is no terminal to ask on. Run it in one.');
  const names = keys.map(({ name, host }) => `  ${safeText(name)} (${safeText(host)})`);
  io.stderr.write(`${names.join('\n')}\n`);
  const isAgreed = await askPerson(`Remove ${plural(keys.length, 'passkey')}? You can enrol new ones on the page.`, io);
  if (!isAgreed) return err('Nothing was removed, and the gateway was not started.');
  const removed = await resetPasskeys(dataDir);
  if (removed.ok) io.stderr.write(`${plural(keys.length, 'passkey')} removed.\n`);
  return removed;
}
