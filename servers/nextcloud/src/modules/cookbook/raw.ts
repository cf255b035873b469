import * as z from 'zod';

// What the Cookbook app sends. Recipes are schema.org JSON that people and other programs write, so only the name is required.

/** An id is a number in some replies and text in others. */
const Id = z.coerce.number().pipe(z.int());

/** Some recipes have numbers where texts belong. */
const Text = z.union([z.string(), z.number().transform(String)]);

export const RawStub = z.object({
  id: Id,
  name: Text,
  keywords: z.string().nullish(),
  category: z.string().nullish(),
});
export type RawStub = z.output<typeof RawStub>;

/** Keeps unknown members, because an update must send everything back. */
export const RawRecipe = z.looseObject({
  id: Id,
  name: Text,
  description: Text.nullish(),
  url: z.string().nullish(),
  prepTime: z.string().nullish(),
  cookTime: z.string().nullish(),
  totalTime: z.string().nullish(),
  recipeYield: z.unknown(),
  recipeCategory: Text.nullish(),
  keywords: Text.nullish(),
  recipeIngredient: z.unknown(),
  recipeInstructions: z.unknown(),
  dateModified: z.string().nullish(),
});
export type RawRecipe = z.output<typeof RawRecipe>;

export const RawCount = z.object({ name: Text, recipe_count: z.coerce.number() });
export type RawCount = z.output<typeof RawCount>;
