import { isDeepStrictEqual } from 'node:util';
import type { Result } from '@toolmark/annotations';
import { toMessage } from '@toolmark/annotations';
import type { GatewayLog } from '../log.ts';
import type { GatewayConfig } from './config.ts';
import type { ParsedConfig } from './parse.ts';
import { type ConfigWatcher, watchFile } from './watch.ts';

export interface ReloadOptions {
  readonly file: string;
  readonly current: GatewayConfig;
  readonly read: () => Promise<Result<ParsedConfig, string>>;
  /** Takes up the part that can change while running. */
  readonly apply: (config: GatewayConfig) => void;
  readonly log: GatewayLog;
  /** Set on the command line, which comes before the config. */
  readonly isLevelFixed: boolean;
}

/** What is settled when the socket is opened. */
const NEEDS_RESTART = ['listen', 'limits', 'transparent'] as const;

/**
 * Takes up a config that changes while the gateway runs: all of it or nothing. One that cannot be used leaves everything as
 * it is, and says why.
 */
export async function watchConfig(options: ReloadOptions): Promise<ConfigWatcher> {
  const { file, read, apply, log, isLevelFixed } = options;
  let { current } = options;
  const reload = async (): Promise<void> => {
    const loaded = await read();
    if (!loaded.ok) {
      log.error({ file }, `the changed config cannot be used, the former one goes on: ${loaded.error}`);
      return;
    }
    const { config, warnings } = loaded.value;
    for (const { path, message } of warnings) log.warn({ path }, `config: ${path} ${message}`);
    const fixed = NEEDS_RESTART.filter((key) => !isDeepStrictEqual(config[key], current[key]));
    if (fixed.length > 0) log.warn({ file }, `needs a restart to take effect: ${fixed.join(', ')}`);
    if (!isLevelFixed) log.setLevel(config.log.level);
    current = config;
    apply(config);
    log.info({ file, servers: config.servers.length }, 'the changed config is in use');
  };
  // One after the other: a slow read must not overtake the one that came after it.
  let last = Promise.resolve();
  const onChange = (): void => {
    last = last
      .then(reload)
      .catch((error: unknown) =>
        log.error({ file, error: toMessage(error) }, 'the changed config could not be taken up'),
      );
  };
  return watchFile(file, onChange, (error) =>
    log.warn(
      { file, error: toMessage(error) },
      'changes of the config are not noticed any more; restart to take them up',
    ),
  );
}
