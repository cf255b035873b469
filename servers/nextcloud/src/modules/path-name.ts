import * as z from 'zod';

/** A name in a path: not empty, and not a step to another folder. A pattern in the schema would cost tokens in every tool. */
export const pathName = z
  .string()
  .refine((name) => name.length <= 200 && /^(?!\.{1,2}$)[^/\\]+$/.test(name), 'a name without slashes');
