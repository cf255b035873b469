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
  /** The overrides of the config. */
  readonly config: readonly OverrideConfig[];
  /** Path of the config, for messages. */
  readonly configFile: string;
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  /**
   * Called when the list has changed: by `set`, `remove` or `apply`, or in its file. `set` and `remove` wait for the returned promise, so
   * that a changed hint is effective when they resolve.
   */
  readonly onChange: () => unknown;
}

/** Overrides that are set while the gateway runs are stored in `overrides.json` of the data folder. */
export async function createOverrides(deps: OverridesDeps): Promise<Result<Overrides, string>> {
  const { configFile, dataDir, now, log, onChange } = deps;
  const path = join(dataDir, 'overrides.json');
  const opened = await createStateFile<OverrideState>({ path, schema: overrideStateSchema, empty: NO_OVERRIDES, log });
  if (!opened.ok) return opened;
  const file = opened.value;

  let current = toCurrent(deps.config, file.get());
  /** Settles when `onChange` has handled every change so far. */
  let applied: Promise<unknown> = Promise.resolve();
  const notify = async (): Promise<void> => {
    try {
      await onChange();
    } catch (error) {
      log.error({}, `Changed hints are not effective yet: ${toMessage(error)}`);
    }
  };
  const update = (config: readonly OverrideConfig[]): void => {
    const state = file.get();
    // A write of our own can be reported again by the watcher of the file.
    if (state === current.state && config === current.config) return;
    current = toCurrent(config, state);
    applied = Promise.all([applied, notify()]);
  };
  file.onChange(() => update(current.config));

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
    update(current.config);
    await applied;
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
    remove: async (server, tool, { author, reason } = NO_AUTHOR) => {
      const place = { server, tool };
      const written = await put(place, undefined, { at: at(), author, reason });
      if (!written.ok) return written;
      if (written.value !== undefined) return ok(true);
      return isConfigured(place) ? err(inConfig(place, 'Take it out there.')) : ok(false);
    },
    apply: (config) => {
      // A config that was read again is a new object, even if its content is the same.
      if (JSON.stringify(config) !== JSON.stringify(current.config)) update(config);
    },
    close: () => file.close(),
  });
}

const NO_AUTHOR: ChangeAuthor = { author: null, reason: null };

type Place = Pick<Override, 'server' | 'tool'>;

function toCurrent(config: readonly OverrideConfig[], state: OverrideState) {
  const list = [...config.map(fromConfig), ...state.overrides.map(fromState)];
  return { config, state, list, index: indexOverrides(list) };
}
