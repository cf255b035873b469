import { eventTypes } from '@toolmark/api-contract';

/** The values of the type filter: a type, or a prefix of types. */
export const selectableTypes: readonly string[] = [
  ...new Set(eventTypes.map((type) => type.slice(0, type.indexOf('.')))),
  ...eventTypes,
];

/**
 * Matches types against a filter.
 *
 * @example
 * matchTypes(['tool_calls'])('tool_calls.started') // true
 */
export function matchTypes(types: readonly string[] | undefined): (type: string) => boolean {
  if (types === undefined) return () => true;
  return (type) => types.some((wanted) => type === wanted || type.startsWith(`${wanted}.`));
}
