import { readFile } from 'node:fs/promises';
import { clientPlaces, leftovers } from '@toolmark/setup';
import { plural } from '../../text/amounts.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { Check } from '../check.ts';

/** Matches anything that looks like a token of a gateway. */
const TOKEN = /Bearer\s+[\w~+/.=-]{16,}|\btmk_[\w-]{43}/i;

/** Reports backups of `toolmark connect` that contain a token. */
export async function checkBackups(
  machine: Parameters<typeof clientPlaces>[0],
  secrets: readonly string[],
): Promise<readonly Check[]> {
  const files = [...new Set(clientPlaces(machine).map(({ file }) => file))];
  const checks = await Promise.all(
    files.map(async (file): Promise<readonly Check[]> => {
      const left = await leftovers(file);
      const texts = await Promise.all(left.map(({ file: path }) => readFile(path, 'utf8').catch(() => '')));
      const secret = left.filter((_, index) => {
        const text = texts[index] ?? '';
        return TOKEN.test(text) || secrets.some((token) => token !== '' && text.includes(token));
      });
      if (secret.length === 0) return [];
      const message = `${plural(secret.length, 'backup')} beside ${file} ${secret.length === 1 ? 'has' : 'have'} a token in ${secret.length === 1 ? 'it' : 'them'}.`;
      const fix = `Once everything works: rm ${secret.map(({ file: path }) => shellWord(path)).join(' ')}`;
      return [{ name: 'backups', state: 'warning', message, fix }];
    }),
  );
  return checks.flat();
}
