import type { JsonObject } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { CatalogItem } from '../model/catalog.ts';
import { lazy } from './lazy.ts';
import { type Offerable, toOfferable } from './offerable.ts';
import type { PreparedEntry } from './pages.ts';
import { type EntryKind, readEntry, repairMessages } from './readable.ts';
import { type Repaired, repairPrompt, repairResource } from './repair.ts';

/** The prompts, resources or templates of one server, as far as they can be processed without other servers. */
export interface ServerItems {
  readonly items: readonly Offerable<OfferedItem>[];
  readonly problems: readonly string[];
}

export interface OfferedItem {
  readonly item: CatalogItem;
  readonly entry: PreparedEntry;
}

interface ItemKind extends EntryKind {
  readonly repair: (raw: JsonObject, key: string) => Repaired;
  /** Prompts are requested by name, so names must be unique. A resource may be listed twice with different names. */
  readonly unique: boolean;
}

const PROMPT: ItemKind = { noun: 'Prompt', key: 'name', repair: repairPrompt, unique: true };
const RESOURCE: ItemKind = { noun: 'Resource', key: 'uri', repair: repairResource, unique: false };
const TEMPLATE: ItemKind = { noun: 'Resource template', key: 'uriTemplate', repair: repairResource, unique: false };

export function readPrompts(server: string, list: readonly unknown[]): ServerItems {
  return readItems(server, list, PROMPT);
}

export function readResources(server: string, list: readonly unknown[]): ServerItems {
  return readItems(server, list, RESOURCE);
}

export function readTemplates(server: string, list: readonly unknown[]): ServerItems {
  return readItems(server, list, TEMPLATE);
}

function readItems(server: string, list: readonly unknown[], kind: ItemKind): ServerItems {
  const items: Offerable<OfferedItem>[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of list.entries()) {
    const read = readEntry(entry, index, kind);
    if (read.kind === 'unreadable') {
      problems.push(read.message);
      continue;
    }
    if (kind.unique && seen.has(read.key)) {
      problems.push(`${kind.noun} '${toPrintable(read.key)}' is listed more than once; the first one is used`);
      continue;
    }
    seen.add(read.key);
    const repaired = kind.repair(read.raw, read.key);
    items.push(toOfferable(read.key, (exposed) => toOffered(server, kind, read, repaired, exposed)));
    problems.push(...repairMessages(kind, read.key, repaired.repairs));
  }
  return { items, problems };
}

function toOffered(
  server: string,
  kind: ItemKind,
  { raw, key: original }: { readonly raw: JsonObject; readonly key: string },
  { modern }: Repaired,
  exposed: string,
): OfferedItem {
  // Both eras have the same format.
  const json = lazy(() => Buffer.from(JSON.stringify({ ...modern, [kind.key]: exposed })));
  return { item: { server, original, exposed, raw }, entry: { exposed, modern: json, legacy: json } };
}
