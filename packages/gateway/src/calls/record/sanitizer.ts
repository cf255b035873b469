import type { KnownSecrets } from '@toolmark/reach';
import { type Bodies, createBodies, createRedactor, type RecordConfig, type SessionEntry } from '@toolmark/record';
import { createLabels, type Labels } from './labels.ts';

/** Redacts and shortens values before they are recorded, by the settings of the config. */
export interface Sanitizer {
  readonly bodies: Bodies;
  readonly labels: Labels;
  /** How many bytes of a body are kept. */
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
