import type { Filler } from './fill-in.ts';
import type { RegistryArgument } from './server-json.ts';

/**
 * The words of a command line that a list of arguments means. A named one is two words, since not every program knows
 * `--flag=value`; one that is true or false is one, since `--flag true` would be a flag and a word to most.
 *
 * @example
 * toWords([{ type: 'named', name: '--port', value: '80' }], filler) // ['--port', '80']
 */
export function toWords(args: readonly RegistryArgument[] | undefined, filler: Filler): readonly string[] {
  return (args ?? []).flatMap((argument, index) => {
    const name = argument.type === 'named' ? filler.check(argument.name ?? '', 'The name of an option') : '';
    if (argument.type === 'named' && name === '') return [];
    if (argument.type === 'named' && isBare(argument)) return [name];
    const values = filler.fill(keyOf(argument, index), argument, argument.isRepeated ?? false);
    if (argument.type === 'positional') return values;
    return values.flatMap((value) => (argument.format === 'boolean' ? [`${name}=${value}`] : [name, value]));
  });
}

/** By what it is called: its flag without dashes, its hint, or its place. */
function keyOf({ type, name = '', valueHint = '' }: RegistryArgument, index: number): string {
  const word = type === 'named' ? name.replace(/^-+/, '') : valueHint;
  return `arg:${word === '' ? `argument_${index + 1}` : word}`;
}

/** A flag of which nothing says that a value belongs to it. */
const isBare = ({
  value,
  default: usual,
  choices,
  format,
  valueHint,
  placeholder,
  isRequired,
  description,
}: RegistryArgument): boolean =>
  [value, usual, format, valueHint, placeholder, description].every((one) => one === undefined || one === '') &&
  (choices ?? []).length === 0 &&
  !isRequired;
