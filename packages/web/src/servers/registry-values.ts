import type { RegistryPlan, RegistryPlanInput } from '@toolmark/api-contract';

/** What is filled in for the inputs of a server, by key. */
export type InputTexts = Readonly<Record<string, string>>;

/** What the registry suggests, to begin with. */
export const toTexts = ({ inputs }: Pick<RegistryPlan, 'inputs'>): InputTexts =>
  Object.fromEntries(inputs.map(({ key, default: usual }) => [key, usual ?? '']));

/**
 * As the gateway takes them: what is empty is not given, and what can be given several times has one in each line.
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

/** What an input is called, and where its value goes. */
export function nameOfInput(key: string): { readonly name: string; readonly place: string } {
  const colon = key.indexOf(':');
  return { name: key.slice(colon + 1), place: PLACES[key.slice(0, colon)] ?? '' };
}
