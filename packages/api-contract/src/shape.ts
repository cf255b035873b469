import type * as z from 'zod';

/** The values of a schema, read-only all the way down. */
export type Shape<Schema extends z.ZodType> = ReadonlyDeep<z.infer<Schema>>;

type ReadonlyDeep<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> } : Value;
