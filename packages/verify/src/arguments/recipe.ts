import { z } from 'zod';

const argumentsSchema = z.record(z.string(), z.unknown());

const stepSchema = z.strictObject({
  call: z.string().min(1),
  arguments: argumentsSchema.default({}),
  /** Values of the answer to use later as `${name}`: each is the first group of a regular expression. */
  save: z.record(z.string(), z.string()).optional(),
});

const exampleSchema = z.strictObject({
  arguments: argumentsSchema,
  /** Calls to make first. */
  before: z.array(stepSchema).optional(),
});

const serverRecipeSchema = z.strictObject({
  env: z.record(z.string(), z.string()).optional(),
  /** Paths whose changes do not count; `*` and `**` as in globs, `~` is the home directory. */
  ignore: z.array(z.string()).optional(),
  tools: z.record(z.string(), z.array(exampleSchema)).optional(),
  /** Tools that must not be called. */
  skip: z.array(z.string()).optional(),
});

/** The file `toolmark.verify.json`. */
export const recipeFileSchema = z.strictObject({
  $schema: z.string().optional(),
  servers: z.record(z.string(), serverRecipeSchema),
});

export type RecipeFile = z.infer<typeof recipeFileSchema>;
export type ServerRecipe = z.infer<typeof serverRecipeSchema>;
export type RecipeStep = z.infer<typeof stepSchema>;
