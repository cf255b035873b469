import type { Result } from '@toolmark/annotations';
import { openDataDir, systemClock } from '@toolmark/base';
import { createTokenRegistry } from './create-token-registry.ts';
import type { TokenRegistry } from './registry.ts';

/** The named tokens of a data folder without a running gateway. */
export type TokenDesk = Pick<TokenRegistry, 'find' | 'list' | 'create' | 'revoke' | 'close'>;

/**
 * Opens the tokens of a data folder, creating the folder if it is missing, or returns a sentence with the problem. A
 * gateway that runs on the folder anyway applies changes within seconds.
 *
 * @example
 * const desk = await openTokenDesk({ dataDir, profiles: [] });
 * if (desk.ok) await desk.value.create({ name: 'cursor', numbered: true, ceiling: 'destructive' });
 */
export async function openTokenDesk({
  dataDir,
  profiles,
}: {
  readonly dataDir: string;
  readonly profiles: readonly string[];
}): Promise<Result<TokenDesk, string>> {
  const opened = await openDataDir(dataDir);
  if (!opened.ok) return opened;
  const log = { info: () => {}, error: () => {} };
  return createTokenRegistry({ dataDir, clock: systemClock, log, profiles: () => profiles });
}
