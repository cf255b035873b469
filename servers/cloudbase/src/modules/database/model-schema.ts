import * as z from 'zod';
import { CloudBaseError } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';

/** A data model without its fields. */
export interface Model {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly dbInstanceType?: string;
  readonly updatedAt?: string;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly title?: string;
  readonly required?: boolean;
  /** The target model of a relation. */
  readonly linkedModel?: string;
}

export interface ModelSchema {
  readonly userFields: readonly Field[];
  readonly relations: readonly Field[];
  /** The number of fields, including system fields. */
  readonly totalFields: number;
}

const Property = z.object({
  type: z.string().nullish(),
  format: z.string().nullish(),
  title: z.string().nullish(),
  'x-system': z.boolean().nullish(),
  'x-parent': z.unknown().optional(),
});
const Schema = z.object({
  properties: z.record(z.string(), Property).nullish(),
  required: z.array(z.string()).nullish(),
});

/** Reads the JSON schema of a model. System fields are only counted. Throws UNEXPECTED_REPLY. */
export function readModelSchema(text: string, t: Translate): ModelSchema {
  const { properties, required } = parseSchema(text, t);
  const all = Object.entries(properties ?? {});
  const own = all.filter(([, property]) => property['x-system'] !== true);
  const fields = own.map(([name, { type, format, title, 'x-parent': parent }]): Field => {
    const linkedModel = linkedModelOf(parent);
    return {
      name,
      type: format ? `${type ?? 'any'} (${format})` : (type ?? 'any'),
      ...(title && { title }),
      ...(required?.includes(name) && { required: true }),
      ...(linkedModel !== undefined && { linkedModel }),
    };
  });
  return {
    userFields: fields.filter(({ linkedModel }) => linkedModel === undefined),
    relations: fields.filter(({ linkedModel }) => linkedModel !== undefined),
    totalFields: all.length,
  };
}

function parseSchema(text: string, t: Translate): z.output<typeof Schema> {
  try {
    const read = Schema.safeParse(JSON.parse(text));
    if (read.success) return read.data;
  } catch {
    // Reported below, like a schema of another shape.
  }
  throw new CloudBaseError(
    'UNEXPECTED_REPLY',
    t('The schema of the data model is not in the expected form.', '数据模型的结构与预期不符。'),
  );
}

function linkedModelOf(parent: unknown): string | undefined {
  const Parent = z.object({ parentDataSourceName: z.string() });
  const read = Parent.safeParse(parent);
  if (read.success) return read.data.parentDataSourceName;
  return typeof parent === 'string' && parent !== '' ? parent : undefined;
}
