import * as z from 'zod';
import type { RecipeBody } from './cookbook-api.ts';
import type { RawRecipe, RawStub } from './raw.ts';

export const recipeId = z.int().min(1).describe('Recipe id');

const DURATION = /^P(?=.)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/;

const text = z.string().max(10_000);
const lines = z.array(z.string().max(10_000)).max(500);
const duration = z
  .string()
  .refine((value) => value === '' || DURATION.test(value), 'a duration in ISO 8601, such as PT1H30M');

/** The fields of a recipe that tools can set, beside its name. */
export const recipeFields = {
  description: text.nullable().optional().describe('Description'),
  ingredients: lines.nullable().optional().describe('One entry an ingredient, with its amount'),
  instructions: lines.nullable().optional().describe('One entry a step'),
  url: z.string().max(2_000).nullable().optional().describe('Source'),
  prep_time: duration.nullable().optional().describe('Such as PT15M'),
  cook_time: duration.nullable().optional().describe('Such as PT1H30M'),
  total_time: duration.nullable().optional().describe('Such as PT2H'),
  recipe_yield: z.int().min(1).nullable().optional().describe('Servings'),
  category: z.string().max(200).nullable().optional().describe('Category'),
  keywords: text.nullable().optional().describe('With commas between them'),
};

/** The names of the fields in schema.org. */
const NAMES = {
  name: 'name',
  description: 'description',
  ingredients: 'recipeIngredient',
  instructions: 'recipeInstructions',
  url: 'url',
  prep_time: 'prepTime',
  cook_time: 'cookTime',
  total_time: 'totalTime',
  recipe_yield: 'recipeYield',
  category: 'recipeCategory',
  keywords: 'keywords',
} as const;

/** The given fields in the app's format. An empty duration clears the field. */
export function toBody(given: Readonly<Partial<Record<keyof typeof NAMES, unknown>>>): RecipeBody {
  const entries = (Object.keys(NAMES) as readonly (keyof typeof NAMES)[])
    .filter((key) => given[key] != null)
    .map((key) => [NAMES[key], key.endsWith('_time') && given[key] === '' ? null : given[key]] as const);
  return Object.fromEntries(entries);
}

export const Stub = z.object({ id: z.number(), name: z.string(), category: z.string(), keywords: z.string() });
export const Stubs = z.object({ recipes: z.array(Stub).readonly(), total_count: z.number() });

export const Recipe = Stub.extend({
  description: z.string(),
  ingredients: z.array(z.string()).readonly(),
  instructions: z.array(z.string()).readonly(),
  url: z.string(),
  prep_time: z.string().nullable(),
  cook_time: z.string().nullable(),
  total_time: z.string().nullable(),
  recipe_yield: z.number().nullable(),
  modified: z.string().nullable(),
});

export const toStub = ({ id, name, category, keywords }: RawStub): z.output<typeof Stub> => ({
  id,
  name,
  category: category ?? '',
  keywords: keywords ?? '',
});

export const toStubs = (stubs: readonly RawStub[]): z.output<typeof Stubs> => ({
  recipes: stubs.map(toStub),
  total_count: stubs.length,
});

export const toRecipe = (raw: RawRecipe): z.output<typeof Recipe> => ({
  id: raw.id,
  name: raw.name,
  category: raw.recipeCategory ?? '',
  keywords: raw.keywords ?? '',
  description: raw.description ?? '',
  ingredients: toLines(raw.recipeIngredient),
  instructions: toLines(raw.recipeInstructions),
  url: raw.url ?? '',
  prep_time: raw.prepTime ?? null,
  cook_time: raw.cookTime ?? null,
  total_time: raw.totalTime ?? null,
  recipe_yield: typeof raw.recipeYield === 'number' ? raw.recipeYield : null,
  modified: raw.dateModified ?? null,
});

/** schema.org allows a text, a list of texts, and a list of steps with a text each. */
function toLines(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(toLines);
  if (typeof value !== 'object' || value === null) return [];
  if ('text' in value) return toLines(value.text);
  return 'itemListElement' in value ? toLines(value.itemListElement) : [];
}
