import { DEFAULT_RECORD } from '@toolmark/config';
import { createRedactor } from '@toolmark/record';
import { clip } from './words.ts';

const { redact } = createRedactor(DEFAULT_RECORD.redact);

/**
 * What arguments at a path are compared with, inside a sentence. It stands in the config, but the sentence is read by models
 * too: what is or looks like a secret stays out of it.
 */
export function showCompared(path: string, value: unknown): string {
  const names = path.match(NAMES) ?? [];
  // As it would stand in the arguments: a name says whether what is under it is a secret.
  const placed = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const { value: shown, count } = redact(placed);
  if (count === 0) return clip(JSON.stringify(value) ?? 'nothing', MAX_SHOWN);
  const inner = names.reduce<unknown>((outer, name) => (isRecord(outer) ? outer[name] : outer), shown);
  return clip(JSON.stringify(inner) ?? 'nothing', MAX_SHOWN);
}

const MAX_SHOWN = 80;
const NAMES = /[A-Za-z_][\w-]*/g;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
