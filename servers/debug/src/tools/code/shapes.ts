import * as z from 'zod';
import { start } from '../views/schemas.ts';

export const RANGE: {
  readonly file: z.ZodString;
  readonly line: z.ZodNumber;
  readonly column: z.ZodNumber;
  readonly end_line: z.ZodNumber;
  readonly end_column: z.ZodNumber;
} = {
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  end_line: z.number().int(),
  end_column: z.number().int(),
};

export const SymbolShape: z.ZodObject = z.looseObject({
  name: z.string(),
  fully_qualified_name: z.string(),
  kind: z.string(),
});

export const WORKSPACE_IS_LOADED = 'A workspace is loaded with code_load.';

/** The two ways to specify a symbol: a name of one of these kinds, or a position. */
export function namedOrPointedAt<const Kinds extends readonly string[]>(
  kinds: Kinds,
): z.ZodObject<
  typeof BY_NAME_OR_PLACE & { symbolKind: z.ZodOptional<z.ZodEnum<{ [Kind in Kinds[number]]: Kind }>> },
  z.core.$strict
> {
  const symbolKind = z.enum(kinds).optional().describe('Kind of symbol, where several have the name');
  return z.strictObject({ ...BY_NAME_OR_PLACE, symbolKind });
}

const BY_NAME_OR_PLACE: {
  readonly name: z.ZodOptional<z.ZodString>;
  readonly file: z.ZodOptional<z.ZodString>;
  readonly line: z.ZodOptional<z.ZodNumber>;
  readonly column: z.ZodOptional<z.ZodNumber>;
  readonly start: z.ZodDefault<z.ZodNumber>;
} = {
  name: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe('Full name of the symbol with dots, Shop.total; or else file, line and column'),
  file: z.string().trim().min(1).optional().describe('File that has the symbol; needs line and column'),
  line: z.number().int().min(1).optional().describe('Line of the symbol, from 1'),
  column: z.number().int().min(1).optional().describe('Column of the symbol, from 1'),
  start,
};

export function toRange(range: {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}): z.input<z.ZodObject<typeof RANGE>> {
  const { file, line, column, endLine, endColumn } = range;
  return { file, line, column, end_line: endLine, end_column: endColumn };
}
