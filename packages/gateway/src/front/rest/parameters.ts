import * as z from 'zod';
import type { Parameter } from './query.ts';

/** Further than any list goes, and still a number that every engine takes. */
const MAX_OFFSET = 1_000_000_000;

/** More values than a person picks; each one is a comparison in the store. */
const MAX_VALUES = 50;

/** Longer than any name that servers or clients have. */
const MAX_NAME = 200;

interface Range<Absent> {
  readonly least: number;
  readonly most: number;
  readonly absent: Absent;
}

export function wholeNumber<Absent extends number | undefined>(
  description: string,
  { least, most, absent }: Range<Absent>,
): Parameter<number | Absent> {
  const schema = z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least, `must be at least ${least}`)
    .refine((value) => value <= most, `must be at most ${most}`)
    .meta({ type: 'integer', minimum: least, maximum: most, ...(absent !== undefined && { default: absent }) });
  return { description, schema, isList: false, absent };
}

/** Where a page begins. */
export const offsetParameter = (): Parameter<number> =>
  wholeNumber('How many are left out at the beginning.', { least: 0, most: MAX_OFFSET, absent: 0 });

export function text(description: string, most: number = MAX_NAME): Parameter<string | undefined> {
  const schema = z
    .string()
    .max(most, `must have at most ${most} characters`)
    .meta({ type: 'string', minLength: 1, maxLength: most });
  return { description, schema, isList: false, absent: undefined };
}

export function oneOf<const Value extends string>(
  description: string,
  values: readonly Value[],
): Parameter<Value | undefined> {
  return { description, schema: z.enum(values), isList: false, absent: undefined };
}

export function flag(description: string): Parameter<boolean> {
  const schema = z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .meta({ type: 'boolean', default: false });
  return { description, schema, isList: false, absent: false };
}

/** Several of a few: by repeating the parameter, or with commas. */
export function someOf<const Value extends string>(
  description: string,
  values: readonly Value[],
): Parameter<readonly Value[] | undefined> {
  const schema = z
    .preprocess(apart, z.array(z.enum(values)).min(1).max(MAX_VALUES, tooMany))
    .meta({ type: 'array', items: { type: 'string', enum: values } });
  return { description: `${description} ${SEVERAL}`, schema, isList: true, absent: undefined };
}

/** Several names. One with a comma in it is found too: what was given counts as it is, and taken apart. */
export function names(description: string): Parameter<readonly string[] | undefined> {
  const name = z.string().max(MAX_NAME, `must have at most ${MAX_NAME} characters`);
  const schema = z
    .preprocess((given) => [...new Set([...apart(given), ...whole(given)])], z.array(name).max(MAX_VALUES, tooMany))
    .meta({ type: 'array', items: { type: 'string', minLength: 1 } });
  return { description: `${description} ${SEVERAL}`, schema, isList: true, absent: undefined };
}

const SEVERAL = 'Several by repeating it, or with commas.';
const tooMany = `may have at most ${MAX_VALUES} values`;

/** Query parameters are lists of texts, whatever else they are. */
const apart = (given: unknown): readonly string[] => (given as readonly string[]).flatMap((part) => part.split(','));

const whole = (given: unknown): readonly string[] =>
  (given as readonly string[]).filter((part) => part.length <= MAX_NAME);

/** A moment that may depend on when it is asked for. */
export type Moment = (now: number) => number;

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const iso = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** `24h`: so long ago. Everything else is ISO 8601 with its offset; a day alone begins at midnight UTC. */
export function moment(description: string): Parameter<Moment | undefined> {
  const schema = z
    .string()
    .transform((given, context): Moment => {
      const parsed = parseMoment(given);
      if (parsed !== undefined) return parsed;
      const message = 'must be a moment such as 2026-11-15T12:00:00Z, or a time ago such as 30m, 24h or 7d';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ type: 'string', examples: ['2026-11-15T12:00:00Z', '2026-11-15', '24h'] });
  const how = 'ISO 8601, or how long ago: `90s`, `30m`, `24h`, `7d`, `2w`.';
  return { description: `${description} ${how}`, schema, isList: false, absent: undefined };
}

function parseMoment(given: string): Moment | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(given) ?? [];
  if (amount !== undefined && unit !== undefined) {
    const ms = Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]; // The pattern lets no other through.
    return (now) => Math.max(0, now - ms);
  }
  if (!iso.safeParse(given).success) return undefined;
  const at = Date.parse(given);
  return Number.isNaN(at) || at < 0 ? undefined : () => at;
}
