import { eventTypes } from '@toolmark/api-contract';

/** What listeners may ask for: a type, or all types that begin with a word. */
export const wantableTypes: readonly string[] = [
  ...new Set(eventTypes.map((type) => type.slice(0, type.indexOf('.')))),
  ...eventTypes,
];

/**
 * @example
 * wants(['tool_calls'])('tool_calls.started') // true
 */
export function wants(types: readonly string[] | undefined): (type: string) => boolean {
  if (types === undefined) return () => true;
  return (type) => types.some((wanted) => type === wanted || type.startsWith(`${wanted}.`));
}
