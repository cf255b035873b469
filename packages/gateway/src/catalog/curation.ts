import { isJsonObject } from '@toolmark/annotations';
import type { ToolCuration } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { CurationConfig } from '@toolmark/config';
import { indexPlaces } from '../model/tool-places.ts';

/** The `_meta` key with the server's own texts of a curated tool. */
export const ORIGINAL_META = 'io.toolmark/original';

/** The server's own presentation. */
export const UNCURATED: ToolCuration = Object.freeze({ enabled: true, name: null, title: null, description: null });

/**
 * Indexes the curations of tools. Each field is taken from the most specific entry that has it.
 *
 * @example
 * indexCurations([{ server: '*', tool: 'delete_*', enabled: false }])('notes', 'delete_note').enabled // false
 */
export function indexCurations(curations: readonly CurationConfig[]): (server: string, tool: string) => ToolCuration {
  if (curations.length === 0) return () => UNCURATED;
  const entriesOf = indexPlaces(curations);
  return (server, tool) => {
    const entries = entriesOf(server, tool);
    if (entries.length === 0) return UNCURATED;
    const first = <Key extends keyof CurationConfig>(key: Key): CurationConfig[Key] | undefined =>
      entries.find((entry) => entry[key] !== undefined)?.[key];
    return {
      enabled: first('enabled') ?? true,
      name: first('name') ?? null,
      title: first('title') ?? null,
      description: first('description') ?? null,
    };
  };
}

export const isSameCuration = (one: ToolCuration, other: ToolCuration): boolean =>
  one === other ||
  (one.enabled === other.enabled &&
    one.name === other.name &&
    one.title === other.title &&
    one.description === other.description);

/**
 * A definition with the texts of its curation. Hints and their inference use the original texts, so a friendlier
 * description relaxes nothing. The original texts are kept in `_meta`.
 */
export function applyCuration(definition: JsonObject, curation: ToolCuration): JsonObject {
  const original = originalTexts(definition, curation);
  if (original === undefined) return definition;
  const { title, description } = curation;
  const { annotations, _meta } = definition as { readonly annotations?: JsonObject; readonly _meta?: JsonObject };
  // Legacy clients read the title from there.
  const hasAnnotatedTitle = title !== null && annotations?.['title'] !== undefined;
  return {
    ...definition,
    ...(title !== null && { title }),
    ...(description !== null && { description }),
    ...(hasAnnotatedTitle && { annotations: { ...annotations, title } }),
    _meta: { ..._meta, [ORIGINAL_META]: original },
  };
}

/** The server's texts that a curation replaces; `undefined` if there are none. */
export function originalTexts(
  definition: Readonly<Record<string, unknown>>,
  { name, title, description }: ToolCuration,
): Readonly<Record<string, unknown>> | undefined {
  if (name === null && title === null && description === null) return undefined;
  const { annotations } = definition;
  const titled = isJsonObject(annotations) ? annotations['title'] : undefined;
  return {
    ...(name !== null && { name: definition['name'] }),
    ...(title !== null && { title: definition['title'] ?? titled ?? null }),
    ...(description !== null && { description: definition['description'] ?? null }),
  };
}

interface RenamedTool {
  readonly original: string;
  readonly alias: string | null;
}

/**
 * Assigns unique names to the tools of a server: a tool keeps its own name against an alias, and the first of two equal
 * aliases wins.
 *
 * @example
 * resolveAliases([{ original: 'a', alias: 'b' }, { original: 'b', alias: null }]) // ['a', 'b']
 */
export function resolveAliases(tools: readonly RenamedTool[]): readonly string[] {
  const aliases = tools.map(({ alias }) => alias);
  for (;;) {
    const names = tools.map(({ original }, index) => aliases[index] ?? original);
    const own = new Set(tools.flatMap(({ original }, index) => (aliases[index] === null ? [original] : [])));
    const clash = aliases.findIndex(
      (alias, index) => alias !== null && (own.has(alias) || names.indexOf(alias) < index),
    );
    if (clash === -1) return names;
    aliases[clash] = null;
  }
}
