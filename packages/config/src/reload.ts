import { isDeepStrictEqual } from 'node:util';
import { type Result, toMessage } from '@toolmark/annotations';
import type { GatewayLog } from '@toolmark/base';
import type { GatewayConfig } from './config.ts';
import type { ParsedConfig } from './parse.ts';
import { type ConfigWatcher, watchFile } from './watch.ts';

export interface ReloadOptions {
  readonly file: string;
  /** What the gateway was started with. */
  readonly started: GatewayConfig;
  readonly read: () => Promise<Result<ParsedConfig, string>>;
  /** Takes up the part that can change while running; it is in use when what this returns has settled. */
  readonly apply: (config: GatewayConfig) => unknown;
  /** Why the file as it is now is not in use; `undefined` when it is. */
  readonly onVerdict: (problem: string | undefined) => void;
  readonly log: GatewayLog;
  /** Set on the command line, which comes before the config. */
  readonly isLevelFixed: boolean;
}

/** A config that is watched. */
export interface WatchedConfig extends Pick<ConfigWatcher, 'close'> {
  /** Looks at the file now, takes it up where it has changed, and says how it stands. */
  readonly check: () => Promise<ConfigVerdict>;
  /** Reads the file again although it has not changed: what it refers to has. */
  readonly reload: () => Promise<ConfigVerdict>;
  /** What would become of a config if it stood in the file. */
  readonly judge: (config: GatewayConfig) => ConfigVerdict;
}

/** How a config stands. */
export interface ConfigVerdict {
  /** Why it is not in use; `undefined` where it is. */
  readonly problem: string | undefined;
  /** What of it takes effect only when the gateway is started anew, as the file calls it. */
  readonly needsRestart: readonly string[];
}

/** What is settled when the socket is opened. */
const SETTLED = ['listen', 'limits', 'transparent', 'lockFile'] as const;

/**
 * Takes up a config that changes while the gateway runs: all of it or nothing. One that cannot be used leaves everything as
 * it is, and says why.
 */
export async function watchConfig(options: ReloadOptions): Promise<WatchedConfig> {
  const { file, started, read, apply, onVerdict, log, isLevelFixed } = options;
  const { listen, limits, transparent, lockFile } = started;
  const judge = (config: GatewayConfig): ConfigVerdict => ({
    problem: misfit(config, transparent),
    needsRestart: restartKeys(config, started),
  });
  let verdict = judge(started);
  const reload = async (): Promise<void> => {
    const loaded = await read();
    verdict = loaded.ok ? judge(loaded.value.config) : { problem: loaded.error, needsRestart: [] };
    const { problem, needsRestart } = verdict;
    if (!loaded.ok || problem !== undefined) {
      onVerdict(problem);
      log.error({ file }, `the changed config cannot be used, the former one goes on: ${problem}`);
      return;
    }
    const { config, warnings } = loaded.value;
    for (const { path, message } of warnings) log.warn({ path }, `config: ${path} ${message}`);
    if (needsRestart.length > 0) log.warn({ file }, `needs a restart to take effect: ${needsRestart.join(', ')}`);
    if (!isLevelFixed) log.setLevel(config.log.level);
    onVerdict(undefined);
    await apply({ ...config, listen, limits, transparent, lockFile });
    log.info({ file, servers: config.servers.length }, 'the changed config is in use');
  };
  // One after the other: a slow read must not overtake the one that came after it.
  let last = Promise.resolve();
  const onChange = (): void => {
    last = last.then(reload).catch((error: unknown) => {
      verdict = { problem: 'it could not be taken up; the log says why', needsRestart: [] };
      log.error({ file, error: toMessage(error) }, 'the changed config could not be taken up');
    });
  };
  const watcher = await watchFile(file, {
    onChange,
    onGone: () => log.warn({ file }, 'the config is gone or cannot be read; the running one goes on'),
  });
  return {
    close: watcher.close,
    judge,
    check: async () => {
      await watcher.look();
      await last;
      return verdict;
    },
    reload: async () => {
      onChange();
      await last;
      return verdict;
    },
  };
}

/** What differs from what the gateway was started with, and cannot be changed while it runs. */
function restartKeys(config: GatewayConfig, started: GatewayConfig): readonly string[] {
  const keys: string[] = SETTLED.filter((key) => !isDeepStrictEqual(config[key], started[key])).map(keyInFile);
  if (config.record.enabled !== started.record.enabled) keys.push('record.enabled');
  if (config.record.sessionIdleMs !== started.record.sessionIdleMs) keys.push('record.sessionIdle');
  return keys;
}

/** As the file calls it. */
const keyInFile = (key: (typeof SETTLED)[number]): string => (key === 'lockFile' ? 'lock' : key);

/** A gateway that passes one server through cannot be made to offer two without a restart. */
function misfit({ servers }: GatewayConfig, transparent: boolean): string | undefined {
  const enabled = servers.filter(({ disabled }) => !disabled).length;
  if (!transparent || enabled === 1) return undefined;
  return `this gateway passes exactly one server through, and now there are ${enabled}; restart it`;
}
