import type { RegistryPlan, RegistryPlanInput } from '@toolmark/api-contract';

/** The typed inputs of a server, by key. */
export type InputTexts = Readonly<Record<string, string>>;

/** Starts with the registry's suggestions. */
export const toTexts = ({ inputs }: Pick<RegistryPlan, 'inputs'>): InputTexts =>
  Object.fromEntries(inputs.map(({ key, default: usual }) => [key, usual ?? '']));

/**
 * Converts the inputs for the gateway: empty ones are left out, repeatable ones have one value per line.
 *
 * @example
 * toValues([{ key: 'arg:dir', is_repeated: true, … }], { 'arg:dir': '/a\n/b' }) // { 'arg:dir': ['/a', '/b'] }
 */
export function toValues(
  inputs: readonly RegistryPlanInput[],
  texts: InputTexts,
): Readonly<Record<string, readonly string[]>> {
  const filled = inputs.map(({ key, is_repeated: isRepeated }) => {
    const text = texts[key] ?? '';
    const values = (isRepeated ? text.split('\n') : [text]).filter((value) => value.trim() !== '');
    return [key, values] as const;
  });
  return Object.fromEntries(filled.filter(([, values]) => values.length > 0));
}

const PLACES: Readonly<Record<string, string>> = { env: 'environment', header: 'header', arg: 'argument' };

/** The name of an input, and where its value goes. */
export function nameOfInput(key: string): { readonly name: string; readonly place: string } {
  const colon = key.indexOf(':');
  return { name: key.slice(colon + 1), place: PLACES[key.slice(0, colon)] ?? '' };
}
