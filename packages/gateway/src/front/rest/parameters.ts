import * as z from 'zod';
import type { Parameter } from './query.ts';

/** Larger than any list, but valid for every database engine. */
const MAX_OFFSET = 1_000_000_000;

/** More values than a person selects; each one adds a comparison to the query. */
const MAX_VALUES = 50;

/** Longer than any name of a server or client. */
const MAX_NAME = 200;

interface Range<Absent> {
  readonly min: number;
  readonly max: number;
  readonly defaultValue: Absent;
}

export function wholeNumber<Absent extends number | undefined>(
  description: string,
  { min, max, defaultValue }: Range<Absent>,
): Parameter<number | Absent> {
  const schema = z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min, `must be at least ${min}`)
    .refine((value) => value <= max, `must be at most ${max}`)
    .meta({
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(defaultValue !== undefined && { default: defaultValue }),
    });
  return { description, schema, isList: false, defaultValue };
}

/** The start of a page. */
export const offsetParameter = (): Parameter<number> =>
  wholeNumber('Number of entries to skip.', { min: 0, max: MAX_OFFSET, defaultValue: 0 });

export function text(description: string, maxLength: number = MAX_NAME): Parameter<string | undefined> {
  const schema = z
    .string()
    .max(maxLength, `must have at most ${maxLength} characters`)
    .meta({ type: 'string', minLength: 1, maxLength });
  return { description, schema, isList: false, defaultValue: undefined };
}

export function oneOf<const Value extends string>(
  description: string,
  values: readonly Value[],
): Parameter<Value | undefined> {
  return { description, schema: z.enum(values), isList: false, defaultValue: undefined };
}

export function flag(description: string): Parameter<boolean> {
  const schema = z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .meta({ type: 'boolean', default: false });
  return { description, schema, isList: false, defaultValue: false };
}

/** Several of a few values, by repeating the parameter or with commas. */
export function someOf<const Value extends string>(
  description: string,
  values: readonly Value[],
): Parameter<readonly Value[] | undefined> {
  const schema = z
    .preprocess(splitCommas, z.array(z.enum(values)).min(1).max(MAX_VALUES, tooMany))
    .meta({ type: 'array', items: { type: 'string', enum: values } });
  return { description: `${description} ${SEVERAL}`, schema, isList: true, defaultValue: undefined };
}

/** Several names. A name may contain a comma, so both the whole text and its parts are matched. */
export function names(description: string): Parameter<readonly string[] | undefined> {
  const name = z.string().max(MAX_NAME, `must have at most ${MAX_NAME} characters`);
  const schema = z
    .preprocess(
      (given) => [...new Set([...splitCommas(given), ...wholeNames(given)])],
      z.array(name).max(MAX_VALUES, tooMany),
    )
    .meta({ type: 'array', items: { type: 'string', minLength: 1 } });
  return { description: `${description} ${SEVERAL}`, schema, isList: true, defaultValue: undefined };
}

const SEVERAL = 'Repeat it or use commas for several.';
const tooMany = `may have at most ${MAX_VALUES} values`;

/** Query parameters are always lists of texts. */
const splitCommas = (given: unknown): readonly string[] =>
  (given as readonly string[]).flatMap((part) => part.split(','));

const wholeNames = (given: unknown): readonly string[] =>
  (given as readonly string[]).filter((part) => part.length <= MAX_NAME);

/** A time that may be relative to the time of the request. */
export type Moment = (now: number) => number;

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const iso = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** `24h` means that long ago. Other values are ISO 8601 with an offset; a date alone means midnight UTC. */
export function moment(description: string): Parameter<Moment | undefined> {
  const schema = z
    .string()
    .transform((given, context): Moment => {
      const parsed = parseMoment(given);
      if (parsed !== undefined) return parsed;
      const message = 'must be a time such as 2026-11-15T12:00:00Z, or a duration ago such as 30m, 24h or 7d';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ type: 'string', examples: ['2026-11-15T12:00:00Z', '2026-11-15', '24h'] });
  const how = 'ISO 8601, or a duration ago: `90s`, `30m`, `24h`, `7d`, `2w`.';
  return { description: `${description} ${how}`, schema, isList: false, defaultValue: undefined };
}

function parseMoment(given: string): Moment | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(given) ?? [];
  if (amount !== undefined && unit !== undefined) {
    const ms = Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]; // The pattern only matches these units.
    return (now) => Math.max(0, now - ms);
  }
  if (!iso.safeParse(given).success) return undefined;
  const at = Date.parse(given);
  return Number.isNaN(at) || at < 0 ? undefined : () => at;
}
