import { createCookbookApi } from '../../modules/cookbook/cookbook-api.ts';
import { type ContractWorld, type ExpectedChanges, type ModuleContract, NotRun, type Reply } from '../contract.ts';
import { ownPrefix } from '../own-prefix.ts';

/** The recipes that the account had before the run, by id. */
const earlier = new WeakMap<ContractWorld, ReadonlySet<unknown>>();

const newRecipe = (world: ContractWorld) => ({
  name: world.name('recipe'),
  description: 'One',
  ingredients: ['1 l water', '2 carrots'],
  instructions: ['Boil.', 'Wait.'],
  url: 'https://example.org/recipe',
  prep_time: 'PT10M',
  cook_time: 'PT1H',
  total_time: 'PT1H10M',
  recipe_yield: 4,
  category: world.name('category'),
  keywords: 'contract,soup',
});

const createRecipe = async (world: ContractWorld) => ({
  recipe_id: (await world.call('nc_cookbook_create_recipe', newRecipe(world)))['id'],
});

async function listRecipes({ call }: ContractWorld): Promise<readonly Reply[]> {
  return (await call('nc_cookbook_list_recipes'))['recipes'] as readonly Reply[];
}

async function removeOwn(world: ContractWorld): Promise<void> {
  for (const { id, name } of await listRecipes(world))
    if (String(name).startsWith(ownPrefix(world))) await world.call('nc_cookbook_delete_recipe', { recipe_id: id });
}

/** No tool reads the settings. */
const settingsOf = async ({ nextcloud }: ContractWorld): Promise<Reply> =>
  (await createCookbookApi(nextcloud, AbortSignal.timeout(30_000)).config()) as Reply;

async function prepareImport(world: ContractWorld) {
  const { recipeUrl: url } = world;
  if (url === undefined)
    throw new NotRun('An import needs a page with a recipe that Nextcloud can reach; give it with --recipe-url URL.');
  world.cleanUp(async () => {
    for (const { id } of await listRecipes(world)) {
      if (earlier.get(world)?.has(id) === true) continue;
      const recipe = await world.call('nc_cookbook_get_recipe', { recipe_id: id });
      if (recipe['url'] === url) await world.call('nc_cookbook_delete_recipe', { recipe_id: id });
    }
  });
  return { url };
}

async function prepareSettings(world: ContractWorld) {
  const before = await settingsOf(world);
  world.cleanUp(() => createCookbookApi(world.nextcloud, AbortSignal.timeout(30_000)).setConfig(before));
  return { update_interval: Number(before['update_interval']) + 1 };
}

const onRecipe =
  (...fields: readonly string[]) =>
  ({ recipe_id }: Reply): ExpectedChanges => ({ of: [`id ${String(recipe_id)}`], fields });

export const cookbookContract: ModuleContract = {
  module: 'cookbook',
  begin: async (world) => {
    earlier.set(world, new Set((await listRecipes(world)).map(({ id }) => id)));
    world.cleanUp(() => removeOwn(world));
    await createRecipe(world);
  },
  observe: async (world) => {
    const recipes = await listRecipes(world);
    return {
      recipes: await Promise.all(
        recipes.map((stub) =>
          earlier.get(world)?.has(stub['id']) === true
            ? stub
            : world.call('nc_cookbook_get_recipe', { recipe_id: stub['id'] }),
        ),
      ),
      settings: [{ id: 'settings', ...(await settingsOf(world)) }],
    };
  },
  cases: [
    { tool: 'nc_cookbook_list_recipes', prepare: async () => ({}) },
    { tool: 'nc_cookbook_get_recipe', prepare: createRecipe },
    { tool: 'nc_cookbook_search_recipes', prepare: async (world) => ({ query: ownPrefix(world) }) },
    { tool: 'nc_cookbook_list_categories', prepare: async () => ({}) },
    { tool: 'nc_cookbook_get_recipes_in_category', prepare: async () => ({ category: '*' }) },
    { tool: 'nc_cookbook_list_keywords', prepare: async () => ({}) },
    { tool: 'nc_cookbook_get_recipes_with_keywords', prepare: async () => ({ keywords: ['contract'] }) },
    {
      tool: 'nc_cookbook_create_recipe',
      prepare: async (world) => newRecipe(world),
      changes: ({ name }) => ({ of: [`name ${String(name)}`], fields: ['+'] }),
    },
    {
      tool: 'nc_cookbook_create_recipe',
      failsWith: 'CONFLICT',
      prepare: async (world) => {
        const recipe = newRecipe(world);
        await world.call('nc_cookbook_create_recipe', recipe);
        return { ...recipe, description: 'Again' };
      },
    },
    {
      tool: 'nc_cookbook_import_recipe',
      prepare: prepareImport,
      changes: ({ url }) => ({ of: [`url ${String(url)}`], fields: ['+'] }),
    },
    {
      tool: 'nc_cookbook_update_recipe',
      prepare: async (world) => ({ ...(await createRecipe(world)), description: 'Two', cook_time: '' }),
      changes: onRecipe('description', 'cook_time'),
    },
    {
      tool: 'nc_cookbook_update_recipe',
      failsWith: 'NOT_FOUND',
      prepare: async (world) => {
        const recipe = await createRecipe(world);
        await world.call('nc_cookbook_delete_recipe', recipe);
        return { ...recipe, description: 'Two' };
      },
    },
    { tool: 'nc_cookbook_delete_recipe', prepare: createRecipe, changes: onRecipe('-') },
    {
      tool: 'nc_cookbook_set_config',
      prepare: prepareSettings,
      changes: () => ({ of: ['id settings'], fields: ['update_interval'] }),
    },
    { tool: 'nc_cookbook_reindex', prepare: async () => ({}), changes: () => ({ of: [], fields: [] }) },
  ],
};
