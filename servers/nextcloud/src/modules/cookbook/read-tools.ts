import * as z from 'zod';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { createCookbookApi } from './cookbook-api.ts';
import { Recipe, recipeId, Stub, Stubs, toRecipe, toStub, toStubs } from './schemas.ts';

const rights = { hints: READ, scopes: ['cookbook:read'] } as const;
const Counts = z.array(z.object({ name: z.string(), recipe_count: z.number() })).readonly();

/** The name for recipes without a category in the list of categories, and in requests. */
const NO_CATEGORY = { listed: '*', asked: '_' } as const;

export const listRecipes = defineTool({
  ...rights,
  name: 'nc_cookbook_list_recipes',
  title: 'List Recipes',
  description: 'Lists all recipes.',
  output: Stubs,
  run: async (_, { nextcloud, signal }) => toStubs(await createCookbookApi(nextcloud, signal).recipes()),
});

export const getRecipe = defineTool({
  ...rights,
  name: 'nc_cookbook_get_recipe',
  title: 'Get Recipe',
  description: 'Reads a recipe.',
  input: z.object({ recipe_id: recipeId }),
  output: Recipe,
  run: async ({ recipe_id }, { nextcloud, signal }) =>
    toRecipe(await createCookbookApi(nextcloud, signal).get(recipe_id)),
});

export const searchRecipes = defineTool({
  ...rights,
  name: 'nc_cookbook_search_recipes',
  title: 'Search Recipes',
  description: 'Finds recipes by words in their name, keywords or category.',
  input: z.object({ query: z.string().trim().min(1).max(200).describe('Words to look for') }),
  output: z.object({ query: z.string(), total_found: z.number(), recipes: z.array(Stub).readonly() }),
  run: async ({ query }, { nextcloud, signal }) => {
    const recipes = (await createCookbookApi(nextcloud, signal).search(query)).map(toStub);
    return { query, total_found: recipes.length, recipes };
  },
});

export const listCategories = defineTool({
  ...rights,
  name: 'nc_cookbook_list_categories',
  title: 'List Recipe Categories',
  description: 'Lists the categories of recipes; * stands for recipes without one.',
  output: z.object({ categories: Counts, total_count: z.number() }),
  run: async (_, { nextcloud, signal }) => {
    const categories = await createCookbookApi(nextcloud, signal).categories();
    return { categories, total_count: categories.length };
  },
});

export const getRecipesInCategory = defineTool({
  ...rights,
  name: 'nc_cookbook_get_recipes_in_category',
  title: 'Get Recipes in Category',
  description: 'Lists the recipes of a category.',
  input: z.object({ category: z.string().min(1).max(200).describe('Its name; * for recipes without one') }),
  output: Stubs,
  run: async ({ category }, { nextcloud, signal }) => {
    const name = category === NO_CATEGORY.listed ? NO_CATEGORY.asked : category;
    return toStubs(await createCookbookApi(nextcloud, signal).inCategory(name));
  },
});

export const listKeywords = defineTool({
  ...rights,
  name: 'nc_cookbook_list_keywords',
  title: 'List Recipe Keywords',
  description: 'Lists the keywords of recipes.',
  output: z.object({ keywords: Counts, total_count: z.number() }),
  run: async (_, { nextcloud, signal }) => {
    const keywords = await createCookbookApi(nextcloud, signal).keywords();
    return { keywords, total_count: keywords.length };
  },
});

export const getRecipesWithKeywords = defineTool({
  ...rights,
  name: 'nc_cookbook_get_recipes_with_keywords',
  title: 'Get Recipes with Keywords',
  description: 'Lists the recipes that have all of the given keywords.',
  input: z.object({
    keywords: z
      .array(z.string().trim().min(1))
      .min(1)
      .max(20)
      .describe('Keywords, as nc_cookbook_list_keywords has them'),
  }),
  output: Stubs,
  run: async ({ keywords }, { nextcloud, signal }) => {
    // The app's own search by keyword (/tags) finds nothing on SQLite, so the list is filtered here.
    const recipes = await createCookbookApi(nextcloud, signal).recipes();
    return toStubs(
      recipes.filter((recipe) => {
        const own = new Set(recipe.keywords?.split(',').map(normalize));
        return keywords.every((keyword) => own.has(normalize(keyword)));
      }),
    );
  },
});

const normalize = (keyword: string): string => keyword.trim().toLocaleLowerCase();
