import { DEFAULT_RECORD } from '@toolmark/config';
import { createRedactor } from '@toolmark/record';
import { clip } from './words.ts';

const { redact } = createRedactor(DEFAULT_RECORD.redact);

/** The value that a rule compares arguments with, for a sentence. Models read the sentence too, so secrets in the config are redacted. */
export function showCompared(path: string, value: unknown): string {
  const names = path.match(NAMES) ?? [];
  // Redact the value in its place in the arguments: the names on the path can mark it as a secret.
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
