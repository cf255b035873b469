import { globToRegExp } from '@toolmark/annotations';

/** What something is said of: a tool, or several; both are globs. */
export interface ToolPlace {
  readonly server: string;
  /** As its server calls it. */
  readonly tool: string;
}

/** What is said of a tool, what counts most first. */
export type PlaceIndex<Entry> = (server: string, tool: string) => readonly Entry[];

/**
 * An exact name comes before patterns, a pattern with more letters before one with fewer, of equals what `preferred` says. What is
 * left after that is decided by the alphabet: the order of the list must not matter, or a file that was sorted would mean another
 * thing.
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

/** Whether both are for the same tools, said in the same way. */
export const isSamePlace = (one: ToolPlace, other: ToolPlace): boolean =>
  one.server === other.server && one.tool === other.tool;

const keyOf = ({ server, tool }: ToolPlace): string => JSON.stringify([server, tool]);

const isPattern = (glob: string): boolean => glob.includes('*');

const isExact = ({ server, tool }: ToolPlace): boolean => !isPattern(server) && !isPattern(tool);

/** Whether a name is meant by a glob. Plain names are compared, which is what nearly all of them are. */
export function matcher(glob: string): (name: string) => boolean {
  if (!isPattern(glob)) return (name) => name === glob;
  const expression = globToRegExp(glob);
  return (name) => expression.test(name);
}

const lettersOf = ({ server, tool }: ToolPlace): number => `${server}${tool}`.replaceAll('*', '').length;

const alphabetical = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
