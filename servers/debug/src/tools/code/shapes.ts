import * as z from 'zod';

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

/** The two ways to name a symbol. */
export const BY_NAME_OR_PLACE: {
  readonly name: z.ZodOptional<z.ZodString>;
  readonly file: z.ZodOptional<z.ZodString>;
  readonly line: z.ZodOptional<z.ZodNumber>;
  readonly column: z.ZodOptional<z.ZodNumber>;
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
