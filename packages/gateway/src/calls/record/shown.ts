import type { KnownSecrets } from '@toolmark/reach';
import type { RecordConfig } from '../../config/config.ts';
import { type Bodies, createBodies } from '../../record/body/bodies.ts';
import type { SessionEntry } from '../../record/entry.ts';
import { createRedactor } from '../../record/redact/redactor.ts';
import { createLabels, type Labels } from './labels.ts';

/** What makes a call, or what is said of it, ready to be written down. */
export interface Shown {
  readonly bodies: Bodies;
  readonly labels: Labels;
  /** How many bytes of a body are kept. */
  readonly maxBytes: number;
}

export function createShown(
  { bodyBytes, redact }: Pick<RecordConfig, 'bodyBytes' | 'redact'>,
  known?: Pick<KnownSecrets, 'isIn' | 'redact'>,
): Shown {
  const bodies = createBodies({ maxBytes: bodyBytes, redactor: createRedactor(redact, known) });
  return { bodies, labels: createLabels(bodies), maxBytes: bodyBytes };
}

/** What clients say of themselves is shown everywhere, so a secret in it is taken out too. */
export function withoutSecrets(entry: SessionEntry, labels: Labels): SessionEntry {
  return {
    ...entry,
    client: labels(entry.client),
    clientVersion: labels(entry.clientVersion),
    conversation: labels(entry.conversation),
  };
}
