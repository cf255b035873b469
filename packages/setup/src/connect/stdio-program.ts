import { resolve } from 'node:path';
import type { ConfigSource } from '@toolmark/config';
import type { Program } from './entry-formats.ts';

/** The stdio program of a data folder. It connects to a running gateway, or becomes one. */
export function stdioProgram(
  { self, configFile, dataDir }: Pick<ConfigSource, 'self' | 'configFile'> & { readonly dataDir: string },
  more: readonly string[] = [],
): Program {
  // The config in the data folder is the default.
  const isElsewhere = resolve(configFile) !== resolve(dataDir, 'toolmark.json');
  const config = isElsewhere ? ['--config', resolve(configFile)] : [];
  return { ...self, args: [...self.args, 'stdio', ...config, ...more] };
}
