import { err, ok, type Result } from '@toolmark/annotations';
import { safeText } from '@toolmark/audit';
import { readPasskeys, resetPasskeys } from '@toolmark/gateway';
import { askPerson, hasPerson } from '../ask-person.ts';
import type { Io } from '../io.ts';
import { plural } from '../text/amounts.ts';

/**
 * Asks on the terminal of the gateway that is about to start. A flag alone is not enough, and neither page nor API can
 * do this.
 */
export async function resetPasskeysOnTerminal(dataDir: string, io: Io): Promise<Result<undefined, string>> {
  const read = await readPasskeys(dataDir);
  if (!read.ok) return read;
  const keys = read.value;
  if (keys.length === 0) {
    io.stderr.write('There are no passkeys to remove.\n');
    return ok(undefined);
  }
  if (!hasPerson(io))
    return err(
      '--reset-passkeys asks before it removes anything, and there is no terminal to ask on. Run it in a terminal.',
    );
  const names = keys.map(({ name, host }) => `  ${safeText(name)} (${safeText(host)})`);
  io.stderr.write(`${names.join('\n')}\n`);
  const isAgreed = await askPerson(`Remove ${plural(keys.length, 'passkey')}? You can enrol new ones on the page.`, io);
  if (!isAgreed) return err('Nothing was removed, and the gateway was not started.');
  const removed = await resetPasskeys(dataDir);
  if (removed.ok) io.stderr.write(`${plural(keys.length, 'passkey')} removed.\n`);
  return removed;
}
