import { isDeepStrictEqual } from 'node:util';
import { type Result, toMessage } from '@toolmark/annotations';
import type { GatewayLog } from '../log.ts';
import type { GatewayConfig } from './config.ts';
import type { ParsedConfig } from './parse.ts';
import { type ConfigWatcher, watchFile } from './watch.ts';

export interface ReloadOptions {
  readonly file: string;
  /** What the gateway was started with. */
  readonly started: GatewayConfig;
  readonly read: () => Promise<Result<ParsedConfig, string>>;
  /** Takes up the part that can change while running. */
  readonly apply: (config: GatewayConfig) => void;
  /** Why the file as it is now is not in use; `undefined` when it is. */
  readonly onVerdict: (problem: string | undefined) => void;
  readonly log: GatewayLog;
  /** Set on the command line, which comes before the config. */
  readonly isLevelFixed: boolean;
}

/** What is settled when the socket is opened. */
const SETTLED = ['listen', 'limits', 'transparent', 'lockFile'] as const;

/**
 * Takes up a config that changes while the gateway runs: all of it or nothing. One that cannot be used leaves everything as
 * it is, and says why.
 */
export async function watchConfig(options: ReloadOptions): Promise<ConfigWatcher> {
  const { file, started, read, apply, onVerdict, log, isLevelFixed } = options;
  const { listen, limits, transparent, lockFile } = started;
  const reload = async (): Promise<void> => {
    const loaded = await read();
    const problem = loaded.ok ? misfit(loaded.value.config, transparent) : loaded.error;
    if (!loaded.ok || problem !== undefined) {
      onVerdict(problem);
      log.error({ file }, `the changed config cannot be used, the former one goes on: ${problem}`);
      return;
    }
    const { config, warnings } = loaded.value;
    for (const { path, message } of warnings) log.warn({ path }, `config: ${path} ${message}`);
    const waiting: string[] = SETTLED.filter((key) => !isDeepStrictEqual(config[key], started[key])).map(keyInFile);
    if (config.record.enabled !== started.record.enabled) waiting.push('record.enabled');
    if (config.record.sessionIdleMs !== started.record.sessionIdleMs) waiting.push('record.sessionIdle');
    if (waiting.length > 0) log.warn({ file }, `needs a restart to take effect: ${waiting.join(', ')}`);
    if (!isLevelFixed) log.setLevel(config.log.level);
    onVerdict(undefined);
    apply({ ...config, listen, limits, transparent, lockFile });
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
  return watchFile(file, {
    onChange,
    onGone: () => log.warn({ file }, 'the config is gone or cannot be read; the running one goes on'),
  });
}

/** As the file calls it. */
const keyInFile = (key: (typeof SETTLED)[number]): string => (key === 'lockFile' ? 'lock' : key);

/** A gateway that passes one server through cannot be made to offer two without a restart. */
function misfit({ servers }: GatewayConfig, transparent: boolean): string | undefined {
  const enabled = servers.filter(({ disabled }) => !disabled).length;
  if (!transparent || enabled === 1) return undefined;
  return `this gateway passes exactly one server through, and now there are ${enabled}; restart it`;
}
