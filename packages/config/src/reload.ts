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
  /** Applies the part that can change while running; resolves when it is in use. */
  readonly apply: (config: GatewayConfig) => unknown;
  /** The reason why the current file is not in use; `undefined` if it is. */
  readonly onVerdict: (problem: string | undefined) => void;
  readonly log: GatewayLog;
  /** The log level was set on the command line, which overrides the config. */
  readonly isLevelFixed: boolean;
}

/** A config that is watched. */
export interface WatchedConfig extends Pick<ConfigWatcher, 'close'> {
  /** Checks the file now, applies a change, and returns the verdict. */
  readonly check: () => Promise<ConfigVerdict>;
  /** Applies the file again although it has not changed, because a secret it refers to has. */
  readonly reload: () => Promise<ConfigVerdict>;
  /** The verdict for a config if it were in the file. */
  readonly judge: (config: GatewayConfig) => ConfigVerdict;
}

/** Whether a config is in use. */
export interface ConfigVerdict {
  /** The reason why it is not in use; `undefined` if it is. */
  readonly problem: string | undefined;
  /** Changed settings that need a restart, by their keys in the file. */
  readonly needsRestart: readonly string[];
}

/** Settings that cannot change while the gateway runs. */
const FIXED_AT_START = ['listen', 'limits', 'transparent', 'lockFile'] as const;

/**
 * Applies a config that changes while the gateway runs, as a whole or not at all. An unusable one changes nothing, and
 * its reason is reported.
 */
export async function watchConfig(options: ReloadOptions): Promise<WatchedConfig> {
  const { file, started, read, apply, onVerdict, log, isLevelFixed } = options;
  const { listen, limits, transparent, lockFile } = started;
  const judge = (config: GatewayConfig): ConfigVerdict => ({
    problem: transparentProblem(config, transparent),
    needsRestart: restartKeys(config, started),
  });
  let verdict = judge(started);
  const reload = async (): Promise<void> => {
    const loaded = await read();
    verdict = loaded.ok ? judge(loaded.value.config) : { problem: loaded.error, needsRestart: [] };
    const { problem, needsRestart } = verdict;
    if (!loaded.ok || problem !== undefined) {
      onVerdict(problem);
      log.error({ file }, `the changed config cannot be used, the gateway keeps the previous one: ${problem}`);
      return;
    }
    const { config, warnings } = loaded.value;
    for (const { path, message } of warnings) log.warn({ path }, `config: ${path} ${message}`);
    if (needsRestart.length > 0) log.warn({ file }, `needs a restart to take effect: ${needsRestart.join(', ')}`);
    if (!isLevelFixed) log.setLevel(config.log.level);
    onVerdict(undefined);
    await apply({ ...config, listen, limits, transparent, lockFile });
    log.info({ file, servers: config.servers.length }, 'the changed config was applied');
  };
  // Reloads run one after the other, so a slow one cannot overtake a later one.
  let last = Promise.resolve();
  const onChange = (): void => {
    last = last.then(reload).catch((error: unknown) => {
      verdict = { problem: 'it could not be applied; see the log', needsRestart: [] };
      log.error({ file, error: toMessage(error) }, 'the changed config could not be applied');
    });
  };
  const watcher = await watchFile(file, {
    onChange,
    onGone: () => log.warn({ file }, 'the config is gone or cannot be read; the gateway keeps the current one'),
  });
  return {
    close: watcher.close,
    judge,
    check: async () => {
      await watcher.check();
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

/** Changed settings that cannot be applied while the gateway runs. */
function restartKeys(config: GatewayConfig, started: GatewayConfig): readonly string[] {
  const keys: string[] = FIXED_AT_START.filter((key) => !isDeepStrictEqual(config[key], started[key])).map(keyInFile);
  if (config.record.enabled !== started.record.enabled) keys.push('record.enabled');
  if (config.record.sessionIdleMs !== started.record.sessionIdleMs) keys.push('record.sessionIdle');
  return keys;
}

/** The key in the file. */
const keyInFile = (key: (typeof FIXED_AT_START)[number]): string => (key === 'lockFile' ? 'lock' : key);

/** A transparent gateway cannot offer two servers without a restart. */
function transparentProblem({ servers }: GatewayConfig, transparent: boolean): string | undefined {
  const enabled = servers.filter(({ disabled }) => !disabled).length;
  if (!transparent || enabled === 1) return undefined;
  return `this transparent gateway needs exactly one enabled server; there are ${enabled}. Restart it`;
}
