import * as z from 'zod';

/** One segment of a path, without slashes or dot segments. A pattern in the schema would cost tokens in every tool. */
export const pathName = z
  .string()
  .refine((name) => name.length <= 200 && /^(?!\.{1,2}$)[^/\\]+$/.test(name), 'a name without slashes');
