import type { Module } from '../module.ts';
import {
  getRecipe,
  getRecipesInCategory,
  getRecipesWithKeywords,
  listCategories,
  listKeywords,
  listRecipes,
  searchRecipes,
} from './read-tools.ts';
import { cookbookResources } from './resources.ts';
import { createRecipe, deleteRecipe, importRecipe, reindex, setConfig, updateRecipe } from './write-tools.ts';
export const cookbook: Module = {
  name: 'cookbook',
  resources: cookbookResources,
  app: 'cookbook',
  // Older versions of the app are missing in the capabilities.
  probe: ['apps', 'cookbook', 'api', 'version'],
  tools: [
    importRecipe,
    listRecipes,
    getRecipe,
    createRecipe,
    updateRecipe,
    deleteRecipe,
    searchRecipes,
    listCategories,
    getRecipesInCategory,
    listKeywords,
    getRecipesWithKeywords,
    setConfig,
    reindex,
  ],
};
