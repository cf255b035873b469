import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import type {
  ConfigChangeAnswer,
  RegistryPlan,
  RegistryServerDetail,
  RegistryServerList,
} from '@toolmark/api-contract';
import {
  type ConfigSource,
  createConfigParser,
  DEFAULT_REGISTRY,
  parseJsonText,
  readConfig,
  writeFirstConfig,
} from '@toolmark/config';
import { createConfigEditor } from '../edit/config-editor.ts';
import { type EditProblem, refuse, serversIn } from '../edit/current-config.ts';
import type { RawEntry } from '../edit/edit-config.ts';
import { maskText } from '../edit/mask.ts';
import type { GivenValues } from './fill-in.ts';
import { planWay } from './plan.ts';
import { createRegistry, type Registry, type SearchOptions } from './registry.ts';
import { toRegistryDetail, toRegistryServer } from './view.ts';
import { waysOf } from './ways.ts';

export interface ServerDeskOptions extends Omit<ConfigSource, 'transparent'> {
  readonly version: string;
  /** Aborted when the caller no longer needs the answer. */
  readonly signal: AbortSignal;
}

/** A server of the registry, with the entry to add. */
export interface FoundServer {
  readonly detail: RegistryServerDetail;
  /** Plans with values for the inputs; `undefined` for an unknown option. */
  readonly plan: (id: string, values: GivenValues) => Promise<RegistryPlan | undefined>;
}

/** Finds servers and adds them to a config, without a gateway. Problems are sentences for a person. */
export interface ServerDesk {
  readonly configFile: string;
  readonly search: (words: string, options: SearchOptions) => Promise<Result<RegistryServerList, string>>;
  readonly find: (name: string) => Promise<Result<FoundServer, string>>;
  /** The names of the servers in the config. */
  readonly names: () => Promise<Result<readonly string[], EditProblem>>;
  /** Checks whether a server can be added, without adding it. */
  readonly check: (name: string, entry: RawEntry) => Promise<Result<unknown, EditProblem>>;
  readonly add: (name: string, entry: RawEntry) => Promise<Result<ConfigChangeAnswer, EditProblem>>;
  readonly remove: (name: string) => Promise<Result<ConfigChangeAnswer, EditProblem>>;
  /**
   * An entry as in the file, without its secrets. Values that are the same in a known entry are shown, because they are
   * not secret.
   */
  readonly show: (entry: RawEntry, known?: RawEntry) => RawEntry;
}

/**
 * A running gateway applies changes through its watcher. A missing config is created with the first server.
 *
 * @example
 * const desk = openServerDesk({ configFile, env, self, version, signal });
 * await desk.search('weather', { limit: 10 });
 */
export function openServerDesk(options: ServerDeskOptions): ServerDesk {
  const { configFile, version, signal } = options;
  const verdict = { problem: undefined, needsRestart: [] };
  const parse = createConfigParser(options);
  const editor = createConfigEditor({
    file: configFile,
    key: randomUUID(),
    parse,
    watched: () => Promise.resolve({ check: () => Promise.resolve(verdict), judge: () => verdict }),
  });
  const openRegistry = async (): Promise<Result<Registry, string>> => {
    const read = existsSync(configFile) ? await readConfig(options) : undefined;
    if (read?.ok === false) return read;
    return ok(createRegistry({ url: read?.value.config.registry.url ?? DEFAULT_REGISTRY.url, version, signal }));
  };
  const names = async (): Promise<Result<readonly string[], EditProblem>> => {
    if (!existsSync(configFile)) return ok([]);
    const servers = await editor.servers();
    return servers.ok ? ok(servers.value.map(({ name }) => name)) : servers;
  };
  return {
    configFile,
    names,
    search: async (words, query) => {
      const registry = await openRegistry();
      if (!registry.ok) return registry;
      const found = await registry.value.search(words, query);
      if (!found.ok) return err(found.error.message);
      const { servers, cursor = null, skipped } = found.value;
      return ok({ registry: registry.value.url, servers: servers.map(toRegistryServer), next_cursor: cursor, skipped });
    },
    find: async (name) => {
      const registry = await openRegistry();
      if (!registry.ok) return registry;
      const found = await registry.value.get(name);
      if (!found.ok) return err(found.error.message);
      const taken = await names();
      if (!taken.ok) return err(taken.error.message);
      const ways = waysOf(found.value.server);
      return ok({
        detail: await toRegistryDetail(found.value, registry.value.url, taken.value),
        plan: async (id, values) => {
          const way = ways.find((each) => each.id === id && each.problem === null);
          return way === undefined ? undefined : await planWay(way, values);
        },
      });
    },
    check: async (name, entry) => {
      const taken = await names();
      if (!taken.ok) return taken;
      if (taken.value.includes(name)) {
        return refuse('conflict', `There is a server '${name}' already. Give this one another name.`);
      }
      const parsed = parse({ mcpServers: { [name]: entry } });
      if (parsed.ok) return ok(undefined);
      const problems = parsed.error.map(
        ({ path, message }) => `${path.replace(`mcpServers.${name}`, 'It')} ${message}`,
      );
      return refuse('invalid', `${problems.join('. ')}.`);
    },
    add: async (name, entry) => {
      const made = existsSync(configFile) ? ok(false) : await writeFirstConfig(configFile, {});
      return made.ok ? await editor.add({ name, entry }) : refuse('unwritable', made.error);
    },
    remove: (name) => editor.remove(name),
    show: showEntry,
  };
}

function showEntry(entry: RawEntry, known: RawEntry = {}): RawEntry {
  const text = JSON.stringify({ mcpServers: { it: entry } });
  const parsed = parseJsonText(text);
  const masked = parsed.ok ? parseJsonText(maskText(text, parsed.value.tree).text) : parsed;
  const shown = masked.ok ? serversIn(masked.value.value)[0]?.entry : undefined;
  const unmaskKnown = (key: 'env' | 'headers'): RawEntry => {
    const hidden = shown?.[key];
    if (!isJsonObject(hidden)) return {};
    const pairs = Object.entries(hidden).map(([name, mask]) => {
      const value = getMember(entry[key], name);
      return [name, value === getMember(known[key], name) ? value : mask] as const;
    });
    return { [key]: Object.fromEntries(pairs) };
  };
  return { ...shown, ...unmaskKnown('env'), ...unmaskKnown('headers') };
}

const getMember = (value: unknown, key: string): unknown => (isJsonObject(value) ? value[key] : undefined);
