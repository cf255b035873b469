import { numberAt, setNumber } from './json-edit.ts';

export const RETENTION_FIELDS = ['sessions', 'days', 'bytes'] as const;

export type RetentionField = (typeof RETENTION_FIELDS)[number];

/** What a number may be, and what it is where nobody says. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

export type Retention = Readonly<Record<RetentionField, number>>;

/** A form: text, and the size in megabytes. */
export type RetentionForm = Record<RetentionField, string>;

const MB = 1_048_576;

/** What the schema of the config says of a setting of the retention; `undefined` where it says nothing that is understood. */
export function boundsOf(schema: unknown, field: RetentionField): Bounds | undefined {
  const found = ['properties', 'record', 'properties', 'retention', 'properties', field].reduce<unknown>(
    inside,
    schema,
  );
  const [least, most, about] = [inside(found, 'minimum'), inside(found, 'maximum'), inside(found, 'description')];
  const [, usual] = /(\d+) unless given/.exec(typeof about === 'string' ? about : '') ?? [];
  if (typeof least !== 'number' || typeof most !== 'number' || usual === undefined) return undefined;
  return { least, most, usual: Number(usual) };
}

const inside = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

/** What counts now: what the file says, else what is usual. */
export function readRetention(text: string, bounds: Readonly<Record<RetentionField, Bounds>>): Retention {
  const of = (field: RetentionField): number => numberAt(text, ['record', 'retention', field]) ?? bounds[field].usual;
  return { sessions: of('sessions'), days: of('days'), bytes: of('bytes') };
}

export const toForm = ({ sessions, days, bytes }: Retention): RetentionForm => ({
  sessions: String(sessions),
  days: String(days),
  bytes: String(Math.round((bytes / MB) * 100) / 100),
});

/** What is wrong with a field, in a sentence; `undefined` where nothing is. */
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
 * The config with what the form says. Only what was changed is written, so that what nobody set stays unset.
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
