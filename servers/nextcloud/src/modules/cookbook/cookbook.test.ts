import { describe, expect, it } from 'vitest';
import { type Connected, connect } from '../../fixtures/connect.ts';

const RECIPE = {
  name: 'Bread',
  description: 'Slow',
  ingredients: ['500 g flour'],
  instructions: ['Mix', 'Bake'],
  url: 'https://example.org/bread',
  prep_time: 'PT20M',
  cook_time: 'PT45M',
  total_time: 'P1DT5M',
  recipe_yield: 8,
  category: 'Baking',
  keywords: 'vegan,slow',
};
const PAGE = 'http://recipes.test:8089/recipe.html';

describe('cookbook', () => {
  it('creates a recipe and reads it back', async () => {
    await using nextcloud = await connect({ modules: ['cookbook'] });
    const id = await make(nextcloud);
    const recipe = { id, ...RECIPE, modified: expect.any(String) };
    const stub = { id, name: 'Bread', category: 'Baking', keywords: 'vegan,slow' };
    expect(await nextcloud.call('nc_cookbook_get_recipe', { recipe_id: id })).toEqual(recipe);
    expect(await nextcloud.call('nc_cookbook_list_recipes')).toEqual({ recipes: [stub], total_count: 1 });
    expect(await nextcloud.call('nc_cookbook_create_recipe', RECIPE)).toMatchObject({
      failed: { code: 'CONFLICT', message: expect.stringContaining('already exists') },
    });
  });

  it.each([
    [{ name: 'Rye bread' }, { name: 'Rye bread' }],
    [
      { description: '', keywords: '' },
      { description: '', keywords: '' },
    ],
    [{ prep_time: '' }, { prep_time: null }],
    [{ ingredients: [], category: null }, { ingredients: [] }],
  ])('updates a recipe with %j in place and keeps everything else', async (changes, expected) => {
    await using nextcloud = await connect({ modules: ['cookbook'] });
    const { call } = nextcloud;
    const recipe_id = await make(nextcloud);
    expect(await call('nc_cookbook_update_recipe', { recipe_id, ...changes })).toEqual({ id: recipe_id });
    expect(await call('nc_cookbook_get_recipe', { recipe_id })).toMatchObject({ ...RECIPE, ...expected });
    expect(await call('nc_cookbook_list_recipes')).toMatchObject({ total_count: 1 });
  });

  it.each([
    ['nc_cookbook_search_recipes', { query: 'soup' }, ['Lentil Soup']],
    ['nc_cookbook_search_recipes', { query: 'no/such?' }, []],
    ['nc_cookbook_get_recipes_in_category', { category: 'Breakfast' }, ['Shakshuka']],
    ['nc_cookbook_get_recipes_in_category', { category: '*' }, ['Loopback Soup']],
    ['nc_cookbook_get_recipes_with_keywords', { keywords: ['quick'] }, ['Lentil Soup', 'Shakshuka']],
    ['nc_cookbook_get_recipes_with_keywords', { keywords: ['Quick', ' vegan '] }, ['Lentil Soup']],
    ['nc_cookbook_get_recipes_with_keywords', { keywords: ['vega'] }, []],
  ])('%s finds with %j', async (tool, args, names) => {
    await using nextcloud = await connect({ modules: ['cookbook'], hasSamples: true });
    if ('category' in args) await nextcloud.call('nc_cookbook_import_recipe', { url: PAGE });
    const { recipes } = (await nextcloud.call(tool, args)) as { recipes: readonly { name: string }[] };
    expect(recipes.map(({ name }) => name)).toEqual(names);
  });

  it('lists categories and keywords with their counts', async () => {
    await using nextcloud = await connect({ modules: ['cookbook'], hasSamples: true });
    expect(await nextcloud.call('nc_cookbook_list_categories')).toEqual({
      categories: [
        { name: 'Breakfast', recipe_count: 1 },
        { name: 'Soups', recipe_count: 1 },
      ],
      total_count: 2,
    });
    expect(await nextcloud.call('nc_cookbook_list_keywords')).toEqual({
      keywords: [
        { name: 'quick', recipe_count: 2 },
        { name: 'vegan', recipe_count: 1 },
        { name: 'vegetarian', recipe_count: 1 },
      ],
      total_count: 3,
    });
  });

  it('imports a recipe once, with the steps of its page', async () => {
    await using nextcloud = await connect({ modules: ['cookbook'] });
    const { call } = nextcloud;
    expect(await call('nc_cookbook_import_recipe', { url: PAGE })).toMatchObject({
      recipe_id: expect.any(Number),
      recipe: { name: 'Loopback Soup', instructions: ['Send the packet.', 'Wait.'] },
    });
    expect(await call('nc_cookbook_import_recipe', { url: PAGE })).toMatchObject({ failed: { code: 'CONFLICT' } });
  });

  it('reports whether a deleted recipe existed', async () => {
    await using nextcloud = await connect({ modules: ['cookbook'] });
    const recipe_id = await make(nextcloud);
    expect(await nextcloud.call('nc_cookbook_delete_recipe', { recipe_id })).toMatchObject({ deleted: true });
    expect(await nextcloud.call('nc_cookbook_delete_recipe', { recipe_id })).toMatchObject({ deleted: false });
  });

  it('changes only the settings that are given', async () => {
    await using nextcloud = await connect({ modules: ['cookbook'] });
    const { call, emulator } = nextcloud;
    expect(await call('nc_cookbook_set_config', { folder: '/Food', print_image: null })).toEqual({
      message: 'Changed folder.',
    });
    expect(emulator.snapshot()['cookbook']).toMatchObject({
      configs: { ada: { folder: '/Food', update_interval: 5, print_image: true } },
    });
    const before = emulator.snapshot();
    expect(await call('nc_cookbook_reindex')).toEqual({ message: 'Rebuilt the index of recipes.' });
    expect(emulator.snapshot()).toEqual(before);
  });

  it.each([
    ['nc_cookbook_get_recipe', { recipe_id: 99_999 }, 'NOT_FOUND', ''],
    ['nc_cookbook_update_recipe', { recipe_id: 99_999, name: 'x' }, 'NOT_FOUND', ''],
    ['nc_cookbook_update_recipe', { recipe_id: 1 }, 'INVALID_ARGUMENT', ''],
    ['nc_cookbook_create_recipe', { name: '' }, 'INVALID_INPUT', ''],
    ['nc_cookbook_create_recipe', { name: 'x', cook_time: '20 minutes' }, 'INVALID_INPUT', ''],
    ['nc_cookbook_create_recipe', { name: 'x', cook_time: 'PT' }, 'INVALID_INPUT', ''],
    ['nc_cookbook_import_recipe', { url: 'file:///etc/passwd' }, 'INVALID_INPUT', ''],
    ['nc_cookbook_import_recipe', { url: 'http://127.0.0.1:1/none' }, 'INVALID_ARGUMENT', 'URL is not allowed'],
    ['nc_cookbook_import_recipe', { url: 'https://example.org/x' }, 'UNEXPECTED_REPLY', 'does not access the web'],
    ['nc_cookbook_set_config', {}, 'INVALID_ARGUMENT', ''],
    ['nc_cookbook_get_recipes_with_keywords', { keywords: [] }, 'INVALID_INPUT', ''],
  ])('%s refuses %j with %s', async (tool, args, code, message) => {
    await using nextcloud = await connect({ modules: ['cookbook'] });
    expect(await nextcloud.call(tool, args)).toMatchObject({
      failed: { code, message: expect.stringContaining(message) },
    });
  });
});

const make = async ({ call }: Connected): Promise<number> =>
  ((await call('nc_cookbook_create_recipe', RECIPE)) as { id: number }).id;
