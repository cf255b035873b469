import { err, ok, type Result } from '@toolmark/annotations';

/** The options for a server's inputs. */
export interface ValueOptions {
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly arg?: readonly string[];
}

/** Values by the key of the input, as in the registry's plan. */
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
      // The value may be a secret, so the message contains only the expected form.
      if (at < 1) return err(`--${option} takes '${form}'.`);
      const key = `${place}:${text.slice(0, at).trim()}`;
      const value = text.slice(at + 1);
      values[key] = [...(values[key] ?? []), place === 'header' ? value.trim() : value];
    }
  }
  return ok(values);
}

/** The pairs of one place, for the config entry. */
export function pairsOf(values: Values, place: 'env' | 'header'): Readonly<Record<string, string>> {
  const own = Object.entries(values).filter(([key]) => key.startsWith(`${place}:`));
  return Object.fromEntries(own.map(([key, given]) => [key.slice(place.length + 1), given.at(-1) ?? '']));
}

/** The option that provides an input. */
export function optionFor(key: string): string {
  const [place = '', ...name] = key.split(':');
  return place === 'header' ? `--header '${name.join(':')}: …'` : `--${place} ${name.join(':')}=…`;
}
