import type { Bodies } from '@toolmark/record';
import { toLabel } from '../../sessions/identity.ts';

/** Makes what somebody says of themselves fit to be shown everywhere: one line, not too long, and no secret in it. */
export type Labels = (label: unknown) => string | null;

/** Names of tools and clients are shown in tables. */
const MAX_NAME = 200;
/** The same few clients make nearly all calls. */
const MAX_KNOWN = 256;

export function createLabels({ excerpt }: Pick<Bodies, 'excerpt'>): Labels {
  const known = new Map<string, string | null>();
  /** Mostly it is the same as before: that is seen without a look into the map. */
  let newest: { readonly given: string; readonly label: string | null } | undefined;
  return (given) => {
    if (newest !== undefined && given === newest.given) return newest.label;
    if (typeof given !== 'string') return null;
    const found = known.get(given);
    if (found !== undefined) {
      newest = { given, label: found };
      return found;
    }
    const plain = toLabel(given);
    const label = plain === null ? null : toLabel(excerpt(plain, MAX_NAME));
    if (given.length > MAX_NAME) return label;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(given, label);
    return label;
  };
}
