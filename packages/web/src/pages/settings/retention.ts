import { numberAt, setNumber } from './json-edit.ts';

export const RETENTION_FIELDS = ['sessions', 'days', 'bytes'] as const;

export type RetentionField = (typeof RETENTION_FIELDS)[number];

/** The limits and the default of a number. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

export type Retention = Readonly<Record<RetentionField, number>>;

/** The form's fields as text, with the size in megabytes. */
export type RetentionForm = Record<RetentionField, string>;

const MB = 1_048_576;

/** Reads the bounds of a retention setting from the config schema; `undefined` if they cannot be read. */
export function boundsOf(schema: unknown, field: RetentionField): Bounds | undefined {
  const found = ['properties', 'record', 'properties', 'retention', 'properties', field].reduce<unknown>(
    inside,
    schema,
  );
  const [least, most, usual] = [inside(found, 'minimum'), inside(found, 'maximum'), inside(found, 'default')];
  if (typeof least !== 'number' || typeof most !== 'number' || typeof usual !== 'number') return undefined;
  return { least, most, usual };
}

const inside = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

/** The effective settings: those of the file, else the defaults. */
export function readRetention(text: string, bounds: Readonly<Record<RetentionField, Bounds>>): Retention {
  const of = (field: RetentionField): number => numberAt(text, ['record', 'retention', field]) ?? bounds[field].usual;
  return { sessions: of('sessions'), days: of('days'), bytes: of('bytes') };
}

export const toForm = ({ sessions, days, bytes }: Retention): RetentionForm => ({
  sessions: String(sessions),
  days: String(days),
  bytes: String(Math.round((bytes / MB) * 100) / 100),
});

/** The problem with a field, as a sentence; `undefined` if it is valid. */
export function fieldProblem(field: RetentionField, text: string, { least, most }: Bounds): string | undefined {
  const value = fromField(field, text);
  const scale = field === 'bytes' ? MB : 1;
  const [low, high] = [Math.ceil(least / scale), Math.floor(most / scale)];
  return value !== undefined && value >= least && value <= most
    ? undefined
    : `A number from ${low.toLocaleString('en')} to ${high.toLocaleString('en')}.`;
}

function fromField(field: RetentionField, text: string): number | undefined {
  const trimmed = String(text).trim();
  if (field === 'bytes') return /^\d+(?:\.\d+)?$/.test(trimmed) ? Math.round(Number(trimmed) * MB) : undefined;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : undefined;
}

/**
 * Writes the form into the config. Unchanged fields are not written, so that defaults stay defaults.
 *
 * @returns `undefined` where the text is not understood.
 */
export function applyForm(text: string, form: RetentionForm, before: Retention): string | undefined {
  const was = toForm(before);
  let changed: string | undefined = text;
  for (const field of RETENTION_FIELDS) {
    if (form[field] === was[field] || changed === undefined) continue;
    const value = fromField(field, form[field]);
    changed = value === undefined ? undefined : setNumber(changed, ['record', 'retention', field], value);
  }
  return changed;
}
