import { classOf, HINT_NAMES, type HintName, PERMISSIVE_HINTS, type Resolution } from '@toolmark/annotations';
import type { CatalogTool } from '../model/catalog.ts';
import type { HintSettings } from './hints/hint-settings.ts';
import { readTools } from './server-tools.ts';

/** Announced changes that are not in the catalog yet. */
export interface PendingChanges {
  /**
   * A tool without the permissive hints that its server has dropped since the catalog was built; the tool itself if
   * there are none.
   */
  readonly tightened: (tool: CatalogTool) => CatalogTool;
}

export interface PendingChangesDeps {
  /** The list of a server's tools in the catalog. */
  readonly builtFrom: (server: string) => readonly unknown[] | undefined;
  /** The list that was received last. */
  readonly received: (server: string) => readonly unknown[] | undefined;
  readonly settings: () => HintSettings;
}

/**
 * Building a catalog of many tools takes a while. A call that arrives after a server announced a tool as destructive,
 * and before the catalog contains that, is decided by the stricter of both. Relaxing changes wait for the catalog and
 * the pins.
 */
export function createPendingChanges({ builtFrom, received, settings }: PendingChangesDeps): PendingChanges {
  const indexes = new WeakMap<readonly unknown[], ReadonlyMap<string, readonly unknown[]>>();
  const known = new WeakMap<CatalogTool, { readonly list: readonly unknown[]; readonly tool: CatalogTool }>();
  const namedIn = (list: readonly unknown[], name: string): readonly unknown[] => {
    const index = indexes.get(list) ?? indexByName(list);
    indexes.set(list, index);
    return index.get(name) ?? [];
  };
  return {
    tightened: (tool) => {
      const { server, definition } = tool;
      const list = received(server);
      if (list === undefined || list === builtFrom(server)) return tool;
      const before = known.get(tool);
      if (before?.list === list) return before.tool;
      const [now] = readTools(server, namedIn(list, definition.name), new WeakMap(), settings()).tools;
      const resolution = now && stricterResolution(tool.resolution, now.offerAs(tool.exposed).tool.resolution);
      const after = resolution === undefined ? tool : withResolution(tool, resolution);
      known.set(tool, { list, tool: after });
      return after;
    },
  };
}

/** Reads only names; a full study of twenty thousand definitions is the task of the catalog. */
function indexByName(list: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  const index = new Map<string, unknown[]>();
  for (const entry of list) {
    const name = typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : undefined;
    if (typeof name !== 'string') continue;
    const entries = index.get(name);
    if (entries === undefined) index.set(name, [entry]);
    else entries.push(entry);
  }
  return index;
}

/**
 * The older resolution with the stricter hints and the new contradictions of the newer one; `undefined` if there are none.
 */
function stricterResolution(older: Resolution, newer: Resolution): Resolution | undefined {
  const dropped = HINT_NAMES.filter(
    (hint) => older.hints[hint].value === PERMISSIVE_HINTS[hint] && newer.hints[hint].value !== PERMISSIVE_HINTS[hint],
  );
  const newContradictions = newer.contradictions.filter(({ hint }) =>
    older.contradictions.every((known) => known.hint !== hint),
  );
  if (dropped.length === 0 && newContradictions.length === 0) return undefined;
  // For a read-only tool, these two hints had no meaning.
  const wasMoot = (hint: HintName): boolean =>
    older.hints.readOnlyHint.value && (hint === 'destructiveHint' || hint === 'idempotentHint');
  const hintOf = (hint: HintName) => (dropped.includes(hint) || wasMoot(hint) ? newer : older).hints[hint];
  const hints = {
    readOnlyHint: hintOf('readOnlyHint'),
    destructiveHint: hintOf('destructiveHint'),
    idempotentHint: hintOf('idempotentHint'),
    openWorldHint: hintOf('openWorldHint'),
  };
  return {
    ...older,
    class: classOf({ readOnlyHint: hints.readOnlyHint.value, destructiveHint: hints.destructiveHint.value }),
    hints,
    contradictions: [...older.contradictions, ...newContradictions],
    doubts: newer.doubts.length > 0 ? newer.doubts : older.doubts,
  };
}

/** Copies property descriptors instead of spreading, because reading `findings` would lint the server's tools. */
function withResolution(tool: CatalogTool, resolution: Resolution): CatalogTool {
  const properties = { ...Object.getOwnPropertyDescriptors(tool), resolution: { value: resolution, enumerable: true } };
  // The copy has every property of the tool.
  return Object.create(null, properties) as CatalogTool;
}
