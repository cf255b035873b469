import * as z from 'zod';
import type { Nextcloud } from '../../http/nextcloud.ts';
import { RawCount, RawRecipe, RawStub } from './raw.ts';

export type RecipeBody = Readonly<Record<string, unknown>>;

const APP = ['apps', 'cookbook', 'api'];
const BASE = [...APP, 'v1'];
/** The timeout of an import: the app fetches a page and its picture from the web before it answers. */
const IMPORT_DEADLINE_MS = 300_000;
/** The timeout of a reindex, which reads every recipe. */
const REINDEX_DEADLINE_MS = 120_000;

/** A client for the Cookbook app. */
export function createCookbookApi(nextcloud: Nextcloud, signal: AbortSignal): CookbookApi {
  const at = (what: string, ...path: readonly (string | number)[]) => ({
    path: [...BASE, ...path.map(String)],
    what,
    signal,
  });
  const atRecipe = (id: number) => at(`recipe ${id}`, 'recipes', id);
  const stubs = (what: string, ...path: readonly string[]) =>
    nextcloud.json(z.array(RawStub), { ...at(what, ...path), method: 'GET' });
  const counts = (part: string) =>
    nextcloud.json(z.array(RawCount), { ...at(`the ${part} of your recipes`, part), method: 'GET' });
  const get = (id: number) => nextcloud.json(RawRecipe, { ...atRecipe(id), method: 'GET' });
  const Id = z.coerce.number();
  return {
    recipes: () => stubs('your recipes', 'recipes'),
    search: (query) => stubs('your recipes', 'search', query),
    inCategory: (name) => stubs(`the category '${name}'`, 'category', name),
    categories: () => counts('categories'),
    keywords: () => counts('keywords'),
    get,
    create: (json) => nextcloud.json(Id, { ...at('the new recipe', 'recipes'), method: 'POST', json }),
    update: (id, json) => nextcloud.json(Id, { ...atRecipe(id), method: 'PUT', json }),
    remove: async (id) => {
      // The app answers 200 in any case, so a read before finds out whether the recipe exists.
      const { status } = await nextcloud.request({ ...atRecipe(id), method: 'GET', accept: [404] });
      if (status === 404) return false;
      await nextcloud.request({ ...atRecipe(id), method: 'DELETE' });
      return true;
    },
    importFrom: (url) =>
      nextcloud.json(RawRecipe, {
        ...at(`the recipe at ${url}`, 'import'),
        method: 'POST',
        json: { url },
        deadlineMs: IMPORT_DEADLINE_MS,
      }),
    setConfig: async (json) => {
      await nextcloud.request({ ...at('the settings of Cookbook', 'config'), method: 'POST', json });
    },
    reindex: async () => {
      await nextcloud.request({
        ...at('the index of recipes', 'reindex'),
        method: 'POST',
        deadlineMs: REINDEX_DEADLINE_MS,
      });
    },
    config: () => nextcloud.json(z.unknown(), { ...at('the settings of Cookbook', 'config'), method: 'GET' }),
    version: () =>
      nextcloud.json(z.unknown(), {
        method: 'GET',
        path: [...APP, 'version'],
        what: 'the version of Cookbook',
        signal,
      }),
  };
}

export interface CookbookApi {
  readonly recipes: () => Promise<readonly RawStub[]>;
  readonly search: (query: string) => Promise<readonly RawStub[]>;
  /** `_` for recipes without a category. */
  readonly inCategory: (name: string) => Promise<readonly RawStub[]>;
  readonly categories: () => Promise<readonly RawCount[]>;
  readonly keywords: () => Promise<readonly RawCount[]>;
  readonly get: (id: number) => Promise<RawRecipe>;
  /** Both methods return the id. */
  readonly create: (recipe: RecipeBody) => Promise<number>;
  /** Replaces the recipe whose id is in the body; without an id the app creates a second recipe. */
  readonly update: (id: number, recipe: RecipeBody & { readonly id: string }) => Promise<number>;
  /** `false` if there was none. */
  readonly remove: (id: number) => Promise<boolean>;
  readonly importFrom: (url: string) => Promise<RawRecipe>;
  readonly setConfig: (config: object) => Promise<void>;
  readonly reindex: () => Promise<void>;
  readonly config: () => Promise<unknown>;
  readonly version: () => Promise<unknown>;
}
