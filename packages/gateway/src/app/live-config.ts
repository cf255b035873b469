import { isDeepStrictEqual } from 'node:util';
import type { GatewayConfig } from '@toolmark/config';
import type { Current } from '../model/current.ts';

/** The config in use. It changes while the gateway runs, and everything that is made from it changes along. */
export interface LiveConfig {
  /** The same object until the config changes. */
  readonly current: () => GatewayConfig;
  /** A value that is made from a part of the config, and made again when that part has changed. */
  readonly derive: <Part, Value>(
    pick: (config: GatewayConfig) => Part,
    create: (part: Part) => Value,
  ) => Current<Value>;
  /** Adds a listener. It is called when all derived values are those of the changed config. */
  readonly onChange: (listener: ConfigListener) => void;
  /** Takes a changed config into use. Resolves when every listener is done. */
  readonly set: (config: GatewayConfig) => Promise<void>;
}

/** @param before the config that was in use until now */
type ConfigListener = (changed: GatewayConfig, before: GatewayConfig) => unknown;

/**
 * @example
 * const config = createLiveConfig(parsed);
 * const policy = config.derive((c) => c.policy, createPolicy);
 * policy.value.decide(facts);
 */
export function createLiveConfig(started: GatewayConfig): LiveConfig {
  let current = started;
  const updates: (() => void)[] = [];
  const listeners: ConfigListener[] = [];
  return {
    current: () => current,
    derive: (pick, create) => {
      let part = pick(current);
      const derived = { value: create(part) };
      updates.push(() => {
        const changed = pick(current);
        if (isDeepStrictEqual(changed, part)) return;
        part = changed;
        derived.value = create(changed);
      });
      return derived;
    },
    onChange: (listener) => void listeners.push(listener),
    set: async (config) => {
      const before = current;
      current = config;
      for (const update of updates) update();
      await Promise.all(listeners.map((listener) => listener(config, before)));
    },
  };
}
