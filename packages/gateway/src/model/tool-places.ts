import { globToRegExp } from '@toolmark/annotations';

/** The tools that an entry applies to, such as an override: one or several; both members are globs. */
export interface ToolPlace {
  readonly server: string;
  /** The name that its server uses. */
  readonly tool: string;
}

/** The entries for a tool, the most specific first. */
export type PlaceIndex<Entry> = (server: string, tool: string) => readonly Entry[];

/**
 * Indexes entries by place. An exact name precedes patterns, a pattern with more letters one with fewer; among equals `preferred`
 * decides, then the alphabet. The order of the list never matters, so that sorting a file does not change its meaning.
 *
 * @example
 * indexPlaces(overrides)('notes', 'delete_note')[0] // the one for notes/delete_note, else for notes/delete_*
 */
export function indexPlaces<Entry extends ToolPlace>(
  entries: readonly Entry[],
  preferred: (one: Entry, other: Entry) => number = () => 0,
): PlaceIndex<Entry> {
  const byWeight = (one: Entry, other: Entry): number =>
    lettersOf(other) - lettersOf(one) || preferred(one, other) || alphabetical(keyOf(one), keyOf(other));
  const exact = Map.groupBy(entries.filter(isExact), keyOf);
  for (const same of exact.values()) same.sort(byWeight);
  const patterns = entries
    .filter((entry) => !isExact(entry))
    .sort(byWeight)
    .map((entry) => ({ entry, server: matcher(entry.server), tool: matcher(entry.tool) }));
  const patternsOf = new Map<string, typeof patterns>();
  return (server, tool) => {
    const named = exact.get(keyOf({ server, tool })) ?? NONE;
    if (patterns.length === 0) return named;
    const near = patternsOf.get(server) ?? patterns.filter((pattern) => pattern.server(server));
    patternsOf.set(server, near);
    const matching = near.filter((pattern) => pattern.tool(tool)).map(({ entry }) => entry);
    return matching.length === 0 ? named : [...named, ...matching];
  };
}

const NONE: readonly never[] = Object.freeze([]);

/** Whether both have the same globs. */
export const isSamePlace = (one: ToolPlace, other: ToolPlace): boolean =>
  one.server === other.server && one.tool === other.tool;

const keyOf = ({ server, tool }: ToolPlace): string => JSON.stringify([server, tool]);

const isPattern = (glob: string): boolean => glob.includes('*');

const isExact = ({ server, tool }: ToolPlace): boolean => !isPattern(server) && !isPattern(tool);

/** Compiles a glob to a test of names. Nearly all globs are plain names, which are compared directly. */
export function matcher(glob: string): (name: string) => boolean {
  if (!isPattern(glob)) return (name) => name === glob;
  const expression = globToRegExp(glob);
  return (name) => expression.test(name);
}

const lettersOf = ({ server, tool }: ToolPlace): number => `${server}${tool}`.replaceAll('*', '').length;

const alphabetical = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
