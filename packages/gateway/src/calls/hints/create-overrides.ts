import { join } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import type { Override, OverrideChange } from '@toolmark/api-contract';
import { createStateFile, type Log } from '@toolmark/base';
import type { OverrideConfig } from '@toolmark/config';
import { indexOverrides } from '../../catalog/hints/override-index.ts';
import {
  fromConfig,
  fromState,
  NO_OVERRIDES,
  type OverrideState,
  overrideStateSchema,
  toOverride,
} from '../../catalog/hints/override-state.ts';
import { isSamePlace } from '../../model/tool-places.ts';
import { type ChangeAuthor, type ChangeProblem, conflict, unwritable } from './change-problem.ts';
import { describeChange, withChange } from './override-history.ts';
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
  /**
   * The list is another one: by `set`, `remove` or `apply`, or because its file was changed. Where it gives a promise, `set` and
   * `remove` wait for it, so that whoever set a hint sees it count right after.
   */
  readonly onChange: () => unknown;
}

/** Those that are set while the gateway runs are kept in `overrides.json` of the data folder. */
export async function createOverrides(deps: OverridesDeps): Promise<Result<Overrides, string>> {
  const { configFile, dataDir, now, log, onChange } = deps;
  const path = join(dataDir, 'overrides.json');
  const opened = await createStateFile<OverrideState>({ path, schema: overrideStateSchema, empty: NO_OVERRIDES, log });
  if (!opened.ok) return opened;
  const file = opened.value;

  let current = toCurrent(deps.config, file.get());
  /** Settles when whoever acts on the list has taken up every change so far. */
  let takenUp: Promise<unknown> = Promise.resolve();
  const tell = async (): Promise<void> => {
    try {
      await onChange();
    } catch (error) {
      log.error({}, `Hints that were set do not count yet: ${toMessage(error)}`);
    }
  };
  const takeUp = (config: readonly OverrideConfig[]): void => {
    const state = file.get();
    // A change of the file can be told of twice: to whoever made it, and by whoever watches it.
    if (state === current.state && config === current.config) return;
    current = toCurrent(config, state);
    takenUp = Promise.all([takenUp, tell()]);
  };
  file.onChange(() => takeUp(current.config));

  const isConfigured = (place: Place): boolean => current.config.some((other) => isSamePlace(other, place));
  const put = async (
    place: Place,
    override: OverrideConfig | undefined,
    by: ChangeAuthor & { readonly at: string },
  ): Promise<Result<OverrideChange | undefined, ChangeProblem>> => {
    let change: OverrideChange | undefined;
    const written = await file.update((before) => {
      const next = withChange(before, place, override, by);
      change = next.change;
      return next.state;
    });
    takeUp(current.config);
    await takenUp;
    if (!written.ok) return err(unwritable(written.error));
    if (change !== undefined) log.info({}, describeChange(change));
    return ok(change);
  };
  const inConfig = (place: Place, then: string): ChangeProblem =>
    conflict(`${place.server}/${place.tool} is set in ${configFile}. ${then}`);
  const at = (): string => new Date(now()).toISOString();

  return ok({
    list: () => current.list,
    of: (server, tool) => current.index(server, tool)[0],
    history: () => current.state.history,
    set: async (server, tool, request) => {
      const place = { server, tool };
      if (isConfigured(place)) return err(inConfig(place, 'Change it there.'));
      const { author = null, reason = null } = request;
      const by = { at: at(), author, reason };
      const override = toOverride(place, request, by.at);
      const written = await put(place, override, by);
      if (!written.ok) return written;
      return ok(override && fromState(override));
    },
    remove: async (server, tool, { author, reason } = NOBODY) => {
      const place = { server, tool };
      const written = await put(place, undefined, { at: at(), author, reason });
      if (!written.ok) return written;
      if (written.value !== undefined) return ok(true);
      return isConfigured(place) ? err(inConfig(place, 'Take it out there.')) : ok(false);
    },
    apply: (config) => {
      // A config that is read again is another object, also where it says the same.
      if (JSON.stringify(config) !== JSON.stringify(current.config)) takeUp(config);
    },
    close: () => file.close(),
  });
}

const NOBODY: ChangeAuthor = { author: null, reason: null };

type Place = Pick<Override, 'server' | 'tool'>;

function toCurrent(config: readonly OverrideConfig[], state: OverrideState) {
  const list = [...config.map(fromConfig), ...state.overrides.map(fromState)];
  return { config, state, list, index: indexOverrides(list) };
}
