/** Values of a config with the variables they name filled in, or the names that are not set. */
export type Expanded =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly missing: readonly string[] };

const VARIABLE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * Fills in `${env:NAME}`, so that a config can be committed while its secrets stay in the environment.
 *
 * @example
 * expandVariables('Bearer ${env:TOKEN}', { TOKEN: 'abc' }) // { ok: true, value: 'Bearer abc' }
 */
export function expandVariables(text: string, env: Readonly<Record<string, string | undefined>>): Expanded {
  const missing: string[] = [];
  const value = text.replaceAll(VARIABLE, (_whole, name: string) => {
    const found = env[name];
    if (found === undefined) missing.push(name);
    return found ?? '';
  });
  return missing.length === 0 ? { ok: true, value } : { ok: false, missing };
}
