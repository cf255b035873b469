import type { KnownSecrets } from '@toolmark/reach';
import { type Bodies, createBodies, createRedactor, type RecordConfig, type SessionEntry } from '@toolmark/record';
import { toLabel } from '../../sessions/identity.ts';

/** Redacts and shortens values before they are recorded, by the settings of the config. */
export interface Sanitizer {
  readonly bodies: Bodies;
  readonly labels: Labels;
  /** Longer bodies are cut to this. */
  readonly maxBytes: number;
}

export function createSanitizer(
  { bodyBytes, redact }: Pick<RecordConfig, 'bodyBytes' | 'redact'>,
  known?: Pick<KnownSecrets, 'isIn' | 'redact'>,
): Sanitizer {
  const bodies = createBodies({ maxBytes: bodyBytes, redactor: createRedactor(redact, known) });
  return { bodies, labels: createLabels(bodies), maxBytes: bodyBytes };
}

/** Redacts secrets in the names that a client gives itself: every list shows them. */
export function sanitizeSession(entry: SessionEntry, labels: Labels): SessionEntry {
  return {
    ...entry,
    client: labels(entry.client),
    clientVersion: labels(entry.clientVersion),
    conversation: labels(entry.conversation),
  };
}

/** Turns the name that a client gives itself into one printable line of limited length without secrets; `null` if nothing is left. */
export type Labels = (label: unknown) => string | null;

/** Longer names do not fit into tables. */
const MAX_NAME = 200;
/** A small cache is enough: a few clients make nearly all calls. */
const MAX_KNOWN = 256;

export function createLabels({ excerpt }: Pick<Bodies, 'excerpt'>): Labels {
  const known = new Map<string, string | null>();
  /** Consecutive calls mostly come from one client: comparing with the last name is faster than the map. */
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
