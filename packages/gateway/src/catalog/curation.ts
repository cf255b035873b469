import { isJsonObject } from '@toolmark/annotations';
import type { ToolCuration } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { CurationConfig } from '@toolmark/config';
import { indexPlaces } from '../model/tool-places.ts';

/** Where a tool that is offered in other words carries the server's own. */
export const ORIGINAL_META = 'io.toolmark/original';

/** As its server has it. */
export const UNCURATED: ToolCuration = Object.freeze({ enabled: true, name: null, title: null, description: null });

/**
 * How each tool is offered. Each word is taken from the most specific entry that has it.
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
 * A definition in the words that a person gave it. Its hints stay what they are, and so does what is inferred from its own words:
 * nothing is relaxed by describing it more kindly. The server's words stay beside the new ones.
 */
export function inOtherWords(definition: JsonObject, curation: ToolCuration): JsonObject {
  const original = originalWords(definition, curation);
  if (original === undefined) return definition;
  const { title, description } = curation;
  const { annotations, _meta } = definition as { readonly annotations?: JsonObject; readonly _meta?: JsonObject };
  // Older clients take the title from there.
  const isTitledThere = title !== null && annotations?.['title'] !== undefined;
  return {
    ...definition,
    ...(title !== null && { title }),
    ...(description !== null && { description }),
    ...(isTitledThere && { annotations: { ...annotations, title } }),
    _meta: { ..._meta, [ORIGINAL_META]: original },
  };
}

/** What the server says where a person says something else; `undefined` where nobody does. */
export function originalWords(
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

interface Renamed {
  readonly original: string;
  readonly alias: string | null;
}

/**
 * The names of a server's tools, of which no two may be alike: where a new name is another tool's, that one keeps it, and of two
 * new ones the first.
 *
 * @example
 * settleNames([{ original: 'a', alias: 'b' }, { original: 'b', alias: null }]) // ['a', 'b']
 */
export function settleNames(tools: readonly Renamed[]): readonly string[] {
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
