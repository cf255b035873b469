import { isDeepStrictEqual } from 'node:util';
import type { GatewayConfig } from '@toolmark/config';
import type { Current } from '../model/current.ts';

/** The config in use. It changes while the gateway runs, and the values that are derived from it change with it. */
export interface LiveConfig extends Current<GatewayConfig> {
  /** Creates a value from a part of the config, and again when that part has changed. */
  readonly derive: <Part, Value>(
    pick: (config: GatewayConfig) => Part,
    create: (part: Part) => Value,
  ) => Current<Value>;
  /** Adds a listener, which is called after all derived values were updated. */
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
  const updates: (() => void)[] = [];
  const listeners: ConfigListener[] = [];
  const live: LiveConfig & { value: GatewayConfig } = {
    value: started,
    derive: (pick, create) => {
      let part = pick(live.value);
      const derived = { value: create(part) };
      updates.push(() => {
        const changed = pick(live.value);
        if (isDeepStrictEqual(changed, part)) return;
        part = changed;
        derived.value = create(changed);
      });
      return derived;
    },
    onChange: (listener) => void listeners.push(listener),
    set: async (config) => {
      const before = live.value;
      live.value = config;
      for (const update of updates) update();
      await Promise.all(listeners.map((listener) => listener(config, before)));
    },
  };
  return live;
}
