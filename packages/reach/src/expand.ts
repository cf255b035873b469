/** The expanded text, or the names of the variables that are not set. */
export type Expanded =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly missing: readonly string[] };

const VARIABLE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Expands `${env:NAME}`, so that a config can be committed while its secrets stay in the environment. */
export function expandVariables(text: string, env: Readonly<Record<string, string | undefined>>): Expanded {
  const missing: string[] = [];
  const value = text.replaceAll(VARIABLE, (_whole, name: string) => {
    const found = env[name];
    if (found === undefined) missing.push(name);
    return found ?? '';
  });
  return missing.length === 0 ? { ok: true, value } : { ok: false, missing };
}
