import { resolve } from 'node:path';
import type { ConfigSource } from '@toolmark/config';
import type { Program } from './entry.ts';

/** What a client starts to reach the gateway of a data folder. Joins the one that runs, or is one itself. */
export function stdioProgram(
  { self, configFile, dataDir }: Pick<ConfigSource, 'self' | 'configFile'> & { readonly dataDir: string },
  more: readonly string[] = [],
): Program {
  // It finds the config in the data folder by itself.
  const isElsewhere = resolve(configFile) !== resolve(dataDir, 'toolmark.json');
  const config = isElsewhere ? ['--config', resolve(configFile)] : [];
  return { ...self, args: [...self.args, 'stdio', ...config, ...more] };
}
