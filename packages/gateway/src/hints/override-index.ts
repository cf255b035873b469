import { globToRegExp } from '@toolmark/annotations';
import type { Override } from '@toolmark/api-contract';

/** Which overrides are meant for a tool, the one that counts most first. */
export type OverrideIndex = (server: string, tool: string) => readonly Override[];

/**
 * An exact name comes before patterns, a pattern with more letters before one with fewer, of equals the config's. What is left
 * after that is decided by the alphabet: the order of the list must not matter, or a file that was sorted would mean another thing.
 *
 * @example
 * indexOverrides(overrides.list())('notes', 'delete_note')[0] // the one for notes/delete_note, else for notes/delete_*
 */
export function indexOverrides(overrides: readonly Override[]): OverrideIndex {
  const exact = Map.groupBy(overrides.filter(isExact), keyOf);
  for (const same of exact.values()) same.sort(byWeight);
  const patterns = overrides
    .filter((override) => !isExact(override))
    .sort(byWeight)
    .map((override) => ({ override, server: matcher(override.server), tool: matcher(override.tool) }));
  const patternsOf = new Map<string, typeof patterns>();
  return (server, tool) => {
    const named = exact.get(keyOf({ server, tool })) ?? NONE;
    if (patterns.length === 0) return named;
    const near = patternsOf.get(server) ?? patterns.filter((pattern) => pattern.server(server));
    patternsOf.set(server, near);
    const matching = near.filter((pattern) => pattern.tool(tool)).map(({ override }) => override);
    return matching.length === 0 ? named : [...named, ...matching];
  };
}

const NONE: readonly Override[] = Object.freeze([]);

type Place = Pick<Override, 'server' | 'tool'>;

/** Whether both are for the same tools, said in the same way. */
export const isSamePlace = (one: Place, other: Place): boolean =>
  one.server === other.server && one.tool === other.tool;

const keyOf = ({ server, tool }: Place): string => JSON.stringify([server, tool]);

const isPattern = (glob: string): boolean => glob.includes('*');

const isExact = ({ server, tool }: Place): boolean => !isPattern(server) && !isPattern(tool);

function matcher(glob: string): (name: string) => boolean {
  if (!isPattern(glob)) return (name) => name === glob;
  const expression = globToRegExp(glob);
  return (name) => expression.test(name);
}

function byWeight(one: Override, other: Override): number {
  return (
    lettersOf(other) - lettersOf(one) ||
    Number(other.origin === 'config') - Number(one.origin === 'config') ||
    alphabetical(keyOf(one), keyOf(other))
  );
}

const lettersOf = ({ server, tool }: Place): number => `${server}${tool}`.replaceAll('*', '').length;

const alphabetical = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
