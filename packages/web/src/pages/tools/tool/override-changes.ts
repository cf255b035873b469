import type { OverrideChange } from '@toolmark/api-contract';
import { HINTS } from '../../../hints/labels.ts';

/**
 * Whether a name matches a pattern, in which `*` matches anything.
 *
 * @example
 * matchesGlob('delete_*', 'delete_note') // true
 */
export function matchesGlob(glob: string, name: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  const last = rest.pop();
  if (last === undefined) return glob === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Override changes that apply to a tool, by name or by pattern. */
export function changesFor(
  changes: readonly OverrideChange[],
  { server, name }: { readonly server: string; readonly name: string },
): readonly OverrideChange[] {
  return changes.filter((change) => matchesGlob(change.server, server) && matchesGlob(change.tool, name));
}

/** The changed hints, one text each: `readOnlyHint: not set → true`. */
export function explainChange({ before, after }: Pick<OverrideChange, 'before' | 'after'>): readonly string[] {
  const word = (value: boolean | undefined): string => (value === undefined ? 'not set' : String(value));
  return HINTS.filter((hint) => before?.[hint] !== after?.[hint]).map(
    (hint) => `${hint}: ${word(before?.[hint])} → ${word(after?.[hint])}`,
  );
}
