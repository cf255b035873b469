import { join } from 'node:path';
import { err, ok, type Result } from '@toolmark/annotations';
import type { Override } from '@toolmark/api-contract';
import type { OverrideConfig } from '../config/policy-config.ts';
import type { Log } from '../log.ts';
import { createStateFile } from '../state/state-file.ts';
import { indexOverrides, isSamePlace } from './override-index.ts';
import { fromConfig, fromState, type OverrideState, overrideStateSchema, toOverride } from './override-state.ts';
import type { Overrides } from './overrides.ts';

export interface OverridesDeps {
  /** Those of the config. */
  readonly config: readonly OverrideConfig[];
  /** Where those of the config stand, for the sentence that sends a person there. */
  readonly configFile: string;
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  /** The list is another one: by `set`, `remove` or `apply`, or because its file was changed. */
  readonly onChange: () => void;
}

/** Those that are set while the gateway runs are kept in `overrides.json` of the data folder. */
export async function createOverrides(deps: OverridesDeps): Promise<Result<Overrides, string>> {
  const { configFile, dataDir, now, log, onChange } = deps;
  const path = join(dataDir, 'overrides.json');
  const opened = await createStateFile<OverrideState>({
    path,
    schema: overrideStateSchema,
    empty: { overrides: [] },
    log,
  });
  if (!opened.ok) return opened;
  const file = opened.value;

  let current = toCurrent(deps.config, file.get());
  const takeUp = (config: readonly OverrideConfig[]): void => {
    const state = file.get();
    // A change of the file can be told of twice: to whoever made it, and by whoever watches it.
    if (state === current.state && config === current.config) return;
    current = toCurrent(config, state);
    onChange();
  };
  file.onChange(() => takeUp(current.config));

  const isConfigured = (place: Place): boolean => current.config.some((other) => isSamePlace(other, place));
  const put = async (place: Place, override: OverrideConfig | undefined): Promise<Result<undefined, string>> => {
    const added = override === undefined ? [] : [override];
    const written = await file.update(({ overrides }) => ({
      overrides: [...overrides.filter((other) => !isSamePlace(other, place)), ...added],
    }));
    takeUp(current.config);
    return written.ok ? ok(undefined) : written;
  };

  return ok({
    list: () => current.list,
    of: (server, tool) => current.index(server, tool)[0],
    set: async (server, tool, request) => {
      const place = { server, tool };
      if (isConfigured(place)) return err(`${server}/${tool} is set in ${configFile}. Change it there.`);
      const override = toOverride(place, request, new Date(now()).toISOString());
      const written = await put(place, override);
      if (!written.ok) return written;
      return ok(override && fromState(override));
    },
    remove: async (server, tool) => {
      const place = { server, tool };
      if (!current.state.overrides.some((other) => isSamePlace(other, place))) {
        return isConfigured(place) ? err(`${server}/${tool} is set in ${configFile}. Take it out there.`) : ok(false);
      }
      const written = await put(place, undefined);
      return written.ok ? ok(true) : written;
    },
    apply: (config) => {
      // A config that is read again is another object, also where it says the same.
      if (JSON.stringify(config) !== JSON.stringify(current.config)) takeUp(config);
    },
    close: () => file.close(),
  });
}

type Place = Pick<Override, 'server' | 'tool'>;

function toCurrent(config: readonly OverrideConfig[], state: OverrideState) {
  const list = [...config.map(fromConfig), ...state.overrides.map(fromState)];
  return { config, state, list, index: indexOverrides(list) };
}
