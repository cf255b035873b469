import { classOf, HINT_NAMES, type HintName, PERMISSIVE_HINTS, type Resolution } from '@toolmark/annotations';
import type { CatalogTool } from '../model/catalog.ts';
import type { HintSettings } from './hints/hint-settings.ts';
import { readTools } from './server-tools.ts';

/** What servers have announced and the catalog does not have yet. */
export interface PendingChanges {
  /** A tool with every hint that its server has given up since the catalog was built; the tool itself where there is none. */
  readonly tightened: (tool: CatalogTool) => CatalogTool;
}

export interface PendingChangesDeps {
  /** The list of a server's tools from which the catalog was built. */
  readonly builtFrom: (server: string) => readonly unknown[] | undefined;
  /** The list that was received last. */
  readonly received: (server: string) => readonly unknown[] | undefined;
  readonly settings: () => HintSettings;
}

/**
 * A catalog of many tools takes a while to build. A call that comes after a server has said that its tool destroys, and before the
 * catalog says so, is decided by the stricter of both; a change that relaxes waits for the catalog, and for the pins.
 */
export function createPendingChanges({ builtFrom, received, settings }: PendingChangesDeps): PendingChanges {
  const indexes = new WeakMap<readonly unknown[], ReadonlyMap<string, readonly unknown[]>>();
  const known = new WeakMap<CatalogTool, { readonly list: readonly unknown[]; readonly tool: CatalogTool }>();
  const namedIn = (list: readonly unknown[], name: string): readonly unknown[] => {
    const index = indexes.get(list) ?? indexOf(list);
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
      const resolution = now && strictest(tool.resolution, now.offerAs(tool.exposed).tool.resolution);
      const after = resolution === undefined ? tool : withResolution(tool, resolution);
      known.set(tool, { list, tool: after });
      return after;
    },
  };
}

/** Only names are read: what there is to know of twenty thousand definitions is what the catalog is being built for. */
function indexOf(list: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
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

/** `undefined` where the newer one is as permissive in every hint, and nothing more speaks against it. */
function strictest(older: Resolution, newer: Resolution): Resolution | undefined {
  const given = HINT_NAMES.filter(
    (hint) => older.hints[hint].value === PERMISSIVE_HINTS[hint] && newer.hints[hint].value !== PERMISSIVE_HINTS[hint],
  );
  const spoken = newer.contradictions.filter(({ hint }) => older.contradictions.every((known) => known.hint !== hint));
  if (given.length === 0 && spoken.length === 0) return undefined;
  // What a tool that only read said of destroying meant nothing.
  const wasMoot = (hint: HintName): boolean =>
    older.hints.readOnlyHint.value && (hint === 'destructiveHint' || hint === 'idempotentHint');
  const of = (hint: HintName) => (given.includes(hint) || wasMoot(hint) ? newer : older).hints[hint];
  const hints = {
    readOnlyHint: of('readOnlyHint'),
    destructiveHint: of('destructiveHint'),
    idempotentHint: of('idempotentHint'),
    openWorldHint: of('openWorldHint'),
  };
  return {
    ...older,
    class: classOf({ readOnlyHint: hints.readOnlyHint.value, destructiveHint: hints.destructiveHint.value }),
    hints,
    contradictions: [...older.contradictions, ...spoken],
    doubts: newer.doubts.length > 0 ? newer.doubts : older.doubts,
  };
}

/** Not by spreading: `findings` are worked out when somebody reads them, which takes longer than a call may wait. */
function withResolution(tool: CatalogTool, resolution: Resolution): CatalogTool {
  const properties = { ...Object.getOwnPropertyDescriptors(tool), resolution: { value: resolution, enumerable: true } };
  // It has every property of the tool.
  return Object.create(null, properties) as CatalogTool;
}
