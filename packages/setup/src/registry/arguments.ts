import type { Filler } from './fill-in.ts';
import type { RegistryArgument } from './server-json.ts';

/**
 * Converts a list of arguments to words of a command line. A named one becomes two words, because not every program
 * accepts `--flag=value`; a boolean becomes one, because most programs would read `--flag true` as a flag and a word.
 *
 * @example
 * toWords([{ type: 'named', name: '--port', value: '80' }], filler) // ['--port', '80']
 */
export function toWords(args: readonly RegistryArgument[] | undefined, filler: Filler): readonly string[] {
  return (args ?? []).flatMap((argument, index) => {
    const name = argument.type === 'named' ? filler.check(argument.name ?? '', 'The name of an option') : '';
    if (argument.type === 'named' && name === '') return [];
    if (argument.type === 'named' && isBare(argument)) return [name];
    const values = filler.fill(inputKey(argument, index), argument, argument.isRepeated ?? false);
    if (argument.type === 'positional') return values;
    return values.flatMap((value) => (argument.format === 'boolean' ? [`${name}=${value}`] : [name, value]));
  });
}

/** The key of an argument: its flag without dashes, its hint, or its position. */
function inputKey({ type, name = '', valueHint = '' }: RegistryArgument, index: number): string {
  const word = type === 'named' ? name.replace(/^-+/, '') : valueHint;
  return `arg:${word === '' ? `argument_${index + 1}` : word}`;
}

/** A flag without any sign of a value. */
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
