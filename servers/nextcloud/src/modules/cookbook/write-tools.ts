import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { ACTION, CREATE, DELETE, UPDATE } from '../../tools/hints.ts';
import { createCookbookApi } from './cookbook-api.ts';
import { Recipe, recipeFields, recipeId, toBody, toRecipe } from './schemas.ts';

const scopes = ['cookbook:write'] as const;

const name = z.string().trim().min(1).max(200).describe('Name');
const Written = z.object({ id: z.number() });
const Done = z.object({ message: z.string() });

/** Members that the app computes for each answer. */
const DERIVED: ReadonlySet<string> = new Set(['imageUrl', 'printImage', 'dateModified']);

export const importRecipe = defineTool({
  name: 'nc_cookbook_import_recipe',
  title: 'Import Recipe from URL',
  description: 'Imports a recipe from a web page with schema.org data. Fails where a recipe of that name exists.',
  hints: CREATE,
  scopes,
  input: z.object({
    url: z
      .string()
      .max(2_000)
      .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'an address that begins with https://')
      .describe('Address of the page'),
  }),
  output: z.object({ recipe_id: z.number(), recipe: Recipe }),
  run: async ({ url }, { nextcloud, signal }) => {
    const recipe = await createCookbookApi(nextcloud, signal).importFrom(url);
    return { recipe_id: recipe.id, recipe: toRecipe(recipe) };
  },
});

export const createRecipe = defineTool({
  name: 'nc_cookbook_create_recipe',
  title: 'Create Recipe',
  description: 'Creates a recipe. Fails where one of that name exists.',
  hints: CREATE,
  scopes,
  input: z.object({ name, ...recipeFields }),
  output: Written,
  run: async (given, { nextcloud, signal }) => ({
    id: await createCookbookApi(nextcloud, signal).create(toBody(given)),
  }),
});

export const updateRecipe = defineTool({
  name: 'nc_cookbook_update_recipe',
  title: 'Update Recipe',
  description: 'Changes a recipe; a value that is null or left out stays, an empty one is cleared.',
  hints: UPDATE,
  scopes,
  input: z.object({ recipe_id: recipeId, name: name.nullable().optional().describe('New name'), ...recipeFields }),
  output: Written,
  run: async ({ recipe_id, ...given }, { nextcloud, signal }) => {
    const changes = toBody(given);
    if (Object.keys(changes).length === 0) throw invalidArgument('Give at least one new value for the recipe.');
    const cookbook = createCookbookApi(nextcloud, signal);
    const kept = Object.entries(await cookbook.get(recipe_id)).filter(([key]) => !DERIVED.has(key));
    // Without the id in the body, the app would create a second recipe.
    const body = { ...Object.fromEntries(kept), ...changes, id: String(recipe_id) };
    return { id: await cookbook.update(recipe_id, body) };
  },
});

export const deleteRecipe = defineTool({
  name: 'nc_cookbook_delete_recipe',
  title: 'Delete Recipe',
  description: 'Deletes a recipe.',
  hints: DELETE,
  scopes,
  input: z.object({ recipe_id: recipeId }),
  output: Deleted,
  run: async ({ recipe_id }, { nextcloud, signal }) =>
    toDeleted(`recipe ${recipe_id}`, await createCookbookApi(nextcloud, signal).remove(recipe_id)),
});

export const setConfig = defineTool({
  name: 'nc_cookbook_set_config',
  title: 'Set Cookbook Configuration',
  description: 'Changes settings of the Cookbook app; a value that is null or left out stays.',
  hints: UPDATE,
  scopes,
  input: z.object({
    folder: z.string().min(1).max(1_000).nullable().optional().describe('Folder of the recipes, such as /Recipes'),
    update_interval: z.int().min(1).nullable().optional().describe('Minutes between searches for new recipes'),
    print_image: z.boolean().nullable().optional().describe('Whether to print the picture'),
  }),
  output: Done,
  run: async (given, { nextcloud, signal }) => {
    const config = Object.entries(given).filter(([, value]) => value != null);
    if (config.length === 0) throw invalidArgument('Give folder, update_interval or print_image.');
    await createCookbookApi(nextcloud, signal).setConfig(Object.fromEntries(config));
    return { message: `Changed ${config.map(([key]) => key).join(', ')}.` };
  },
});

export const reindex = defineTool({
  name: 'nc_cookbook_reindex',
  title: 'Reindex Recipes',
  description: "Rebuilds the app's index from the recipe files. May take a while.",
  hints: ACTION,
  scopes,
  output: Done,
  run: async (_, { nextcloud, signal }) => {
    await createCookbookApi(nextcloud, signal).reindex();
    return { message: 'Rebuilt the index of recipes.' };
  },
});
