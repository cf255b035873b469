/** Where the values of references in a config come from. */
export interface Values {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The secret of a name; without it, no secret is set. */
  readonly secrets?: ((name: string) => string | undefined) | undefined;
}

/** A reference whose value is not set. */
export interface MissingValue {
  readonly kind: 'env' | 'secret';
  readonly name: string;
}

/** The expanded text, or the references without a value. */
export type Expanded =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly missing: readonly MissingValue[] };

const REFERENCE = /\$\{(?:env:([A-Za-z_][A-Za-z0-9_]*)|secret:([A-Za-z_][A-Za-z0-9_.-]*))\}/g;

/**
 * Expands `${env:NAME}` and `${secret:NAME}`, so that a config can be committed while its secrets stay elsewhere.
 *
 * @example
 * expandVariables('Bearer ${secret:TOKEN}', { env: {}, secrets: () => 'abc' }) // { ok: true, value: 'Bearer abc' }
 */
export function expandVariables(text: string, { env, secrets }: Values): Expanded {
  const missing: MissingValue[] = [];
  const value = text.replaceAll(REFERENCE, (_whole, variable: string | undefined, secret: string | undefined) => {
    const found = secret === undefined ? env[variable ?? ''] : secrets?.(secret);
    if (found === undefined)
      missing.push(secret === undefined ? { kind: 'env', name: variable ?? '' } : { kind: 'secret', name: secret });
    return found ?? '';
  });
  return missing.length === 0 ? { ok: true, value } : { ok: false, missing };
}

/**
 * What must be set, as a clause.
 *
 * @example
 * describeMissing([{ kind: 'env', name: 'TOKEN' }]) // 'TOKEN must be set in the environment'
 */
export function describeMissing(missing: readonly MissingValue[]): string {
  const namesOf = (kind: MissingValue['kind']): readonly string[] => [
    ...new Set(missing.filter((one) => one.kind === kind).map(({ name }) => name)),
  ];
  const [variables, secrets] = [namesOf('env'), namesOf('secret')];
  return [
    ...(variables.length > 0 ? [`${variables.join(' and ')} must be set in the environment`] : []),
    ...secrets.map((name) => `the secret ${name} must be set: toolmark secrets set ${name}`),
  ].join('; ');
}
