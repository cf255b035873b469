import { err, ok, type Result } from '@toolmark/annotations';

/** What the command line says of the inputs of a server. */
export interface ValueOptions {
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly arg?: readonly string[];
}

/** By key of an input, as the registry's plans have them. */
export type Values = Readonly<Record<string, readonly string[]>>;

const FORMS = [
  { option: 'env', place: 'env', separator: '=', form: 'NAME=value' },
  { option: 'header', place: 'header', separator: ':', form: 'Name: value' },
  { option: 'arg', place: 'arg', separator: '=', form: 'NAME=value' },
] as const;

/**
 * @example
 * parseValues({ env: ['KEY=abc'] }) // { ok: true, value: { 'env:KEY': ['abc'] } }
 */
export function parseValues(options: ValueOptions): Result<Values, string> {
  const values: Record<string, string[]> = {};
  for (const { option, place, separator, form } of FORMS) {
    for (const text of options[option] ?? []) {
      const at = text.indexOf(separator);
      // The value may be a secret, so the message shows the form and not the text.
      if (at < 1) return err(`--${option} takes '${form}'.`);
      const key = `${place}:${text.slice(0, at).trim()}`;
      const value = text.slice(at + 1);
      values[key] = [...(values[key] ?? []), place === 'header' ? value.trim() : value];
    }
  }
  return ok(values);
}

/** The pairs of one place, for an entry. */
export function pairsOf(values: Values, place: 'env' | 'header'): Readonly<Record<string, string>> {
  const own = Object.entries(values).filter(([key]) => key.startsWith(`${place}:`));
  return Object.fromEntries(own.map(([key, given]) => [key.slice(place.length + 1), given.at(-1) ?? '']));
}

/** How an input is given on the command line. */
export function optionFor(key: string): string {
  const [place = '', ...name] = key.split(':');
  return place === 'header' ? `--header '${name.join(':')}: …'` : `--${place} ${name.join(':')}=…`;
}
