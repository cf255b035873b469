import { type ResourceSpec, toId } from '../../resources/define-resource.ts';
import { createCookbookApi } from './cookbook-api.ts';
import { toRecipe } from './schemas.ts';

const scopes = ['cookbook:read'] as const;

export const cookbookResources: readonly ResourceSpec[] = [
  {
    name: 'cookbook_version',
    uri: 'cookbook://version',
    title: 'Cookbook Version',
    description: 'Versions of the Cookbook app and its API.',
    scopes,
    read: async (_, { nextcloud, signal }) => Object(await createCookbookApi(nextcloud, signal).version()),
  },
  {
    name: 'cookbook_config',
    uri: 'cookbook://config',
    title: 'Cookbook Configuration',
    description: 'Folder and settings of the Cookbook app.',
    scopes,
    read: async (_, { nextcloud, signal }) => Object(await createCookbookApi(nextcloud, signal).config()),
  },
  {
    name: 'recipe',
    uri: 'nc://Cookbook/{recipe_id}',
    title: 'Recipe',
    description: 'A recipe.',
    scopes,
    read: async ({ recipe_id }, { nextcloud, signal }) =>
      toRecipe(await createCookbookApi(nextcloud, signal).get(toId(recipe_id))),
  },
];
