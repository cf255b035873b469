import {
  after,
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  fieldsOf,
  json,
  type World,
} from './app.ts';
import { IMPORTABLE, type RecipeJson, SAMPLES } from './cookbook-recipes.ts';

interface Stored {
  readonly id: number;
  readonly user: string;
  readonly created: Date;
  modified: Date;
  json: RecipeJson;
}

/** The Cookbook app, version 1 of its API. */
export function createCookbookApp(world: World): EmulatorApp {
  const recipes = new Map<number, Stored>();
  const configs = new Map<string, RecipeJson>();
  const configOf = (user: string): RecipeJson =>
    configs.get(user) ?? { folder: '/Recipes', update_interval: 5, print_image: true };
  const add = (user: string, recipe: RecipeJson): Stored => {
    const now = world.now();
    const stored: Stored = { id: world.nextId(), user, created: now, modified: now, json: recipe };
    recipes.set(stored.id, stored);
    return stored;
  };
  if (world.hasSamples) for (const user of world.users.keys()) for (const sample of SAMPLES) add(user, sample);

  const ofUser = (user: string): readonly Stored[] =>
    [...recipes.values()]
      .filter((recipe) => recipe.user === user)
      .toSorted((one, other) => recipeText(one, 'name').localeCompare(recipeText(other, 'name')));
  const isTaken = (user: string, name: unknown, except?: Stored): boolean =>
    ofUser(user).some((recipe) => recipe !== except && recipe.json['name'] === name);
  const create = (user: string, recipe: RecipeJson): EmulatorReply | Stored => {
    if (typeof recipe['name'] !== 'string' || recipe['name'] === '') return json({ msg: 'No name was given.' }, 422);
    return isTaken(user, recipe['name']) ? conflict() : add(user, recipe);
  };
  const handleOne = (request: EmulatorRequest, id: number): EmulatorReply => {
    const { method, user } = request;
    const recipe = ofUser(user).find((each) => each.id === id);
    if (method === 'DELETE') {
      // The app sends the same answer for an unknown recipe.
      if (recipe !== undefined) recipes.delete(id);
      return json(`Recipe ${id} deleted successfully`);
    }
    if (method === 'GET') return recipe === undefined ? json(id, 404) : json(toWhole(recipe));
    if (method !== 'PUT') return { status: 405 };
    const { id: given, ...body } = fieldsOf(request);
    const target = ofUser(user).find((each) => String(each.id) === String(given));
    if (target === undefined) {
      const made = create(user, body);
      return 'status' in made ? made : json(made.id);
    }
    if (isTaken(user, body['name'], target)) return conflict();
    target.json = body;
    target.modified = world.now();
    return json(target.id);
  };
  const importFrom = ({ user }: EmulatorRequest, url: string): EmulatorReply => {
    if (!URL.canParse(url) || isLocal(new URL(url).hostname)) return json('The provided URL is not allowed.', 400);
    const page = IMPORTABLE.get(url);
    if (page === undefined)
      return json(
        { msg: `The emulator does not access the web. It imports ${[...IMPORTABLE.keys()].join(', ')}.` },
        501,
      );
    const made = create(user, page);
    return 'status' in made ? made : json(toWhole(made));
  };
  const handleV1 = (request: EmulatorRequest, [kind, name]: readonly string[]): EmulatorReply => {
    const { method, user } = request;
    const own = ofUser(user);
    switch (`${method} ${kind}`) {
      case 'GET search':
        return json(own.filter((recipe) => matches(recipe, name ?? '')).map((recipe) => toStub(recipe, 'dated')));
      case 'GET categories':
        return json(countsOf(own.map((recipe) => recipeText(recipe, 'recipeCategory') || '*')));
      case 'GET category':
        return json(
          own
            .filter((recipe) => recipeText(recipe, 'recipeCategory') === (name === '_' ? '' : name))
            .map((recipe) => toStub(recipe, 'dated')),
        );
      case 'GET keywords':
        return json(countsOf(own.flatMap(keywordsOf)));
      case 'GET tags':
        // The app's search by keyword finds nothing on SQLite.
        return json([]);
      case 'GET config':
        return json(configOf(user));
      case 'POST config':
        configs.set(user, { ...configOf(user), ...fieldsOf(request) });
        return json('OK');
      case 'POST reindex':
        return json('Search index rebuilt successfully');
      case 'POST import':
        return importFrom(request, String(fieldsOf(request)['url'] ?? ''));
      case 'GET recipes':
        if (name === undefined) return json(own.map((recipe) => toStub(recipe, 'plain')));
        break;
      case 'POST recipes': {
        const made = create(user, fieldsOf(request));
        return 'status' in made ? made : json(made.id);
      }
    }
    return kind === 'recipes' && name !== undefined ? handleOne(request, Number(name)) : { status: 404 };
  };
  return {
    name: 'cookbook',
    snapshot: () => ({
      recipes: [...recipes.values()].map(({ id, user, json }) => ({ id, user, ...json })),
      configs: Object.fromEntries([...world.users.keys()].map((user) => [user, configOf(user)])),
    }),
    handle: (request) => {
      const rest = after(request.path, 'apps', 'cookbook', 'api');
      if (rest === undefined) return undefined;
      if (rest[0] === 'version')
        return json({ cookbook_version: [0, 11, 5], api_version: { epoch: 0, major: 1, minor: 2 } });
      return rest[0] === 'v1' ? handleV1(request, rest.slice(1)) : { status: 404 };
    },
  };
}

const conflict = (): EmulatorReply =>
  json({ msg: 'Another recipe with that name already exists', line: 248, file: 'RecipeService.php' }, 409);

const isLocal = (host: string): boolean => /^(localhost|127\.|10\.|192\.168\.|\[)/.test(host);

const recipeText = ({ json: recipe }: Stored, key: string): string =>
  typeof recipe[key] === 'string' ? recipe[key] : '';

const keywordsOf = (recipe: Stored): readonly string[] =>
  recipeText(recipe, 'keywords')
    .split(',')
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');

const matches = (recipe: Stored, query: string): boolean =>
  ['name', 'keywords', 'recipeCategory'].some((key) =>
    recipeText(recipe, key).toLocaleLowerCase().includes(query.toLocaleLowerCase()),
  );

/** By name; recipes without a category come last. */
function countsOf(names: readonly string[]): readonly object[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([one], [other]) => Number(one === '*') - Number(other === '*') || one.localeCompare(other))
    .map(([name, recipe_count]) => ({ name, recipe_count }));
}

const formatTime = (date: Date, zone: string): string => date.toISOString().replace(/\.\d+Z$/, zone);

/** A recipe in a list; searches put the time of the picture in its address. */
function toStub(recipe: Stored, form: 'plain' | 'dated'): object {
  const image = `/apps/cookbook/webapp/recipes/${recipe.id}/image`;
  const time = form === 'dated' ? `t=${Math.floor(recipe.modified.getTime() / 1000)}&` : '';
  return {
    recipe_id: recipe.id,
    name: recipe.json['name'],
    keywords: recipeText(recipe, 'keywords') || null,
    category: recipeText(recipe, 'recipeCategory') || null,
    dateCreated: formatTime(recipe.created, '+0000'),
    dateModified: formatTime(recipe.modified, '+0000'),
    imageUrl: `${image}?${time}size=thumb`,
    imagePlaceholderUrl: `${image}?size=thumb16`,
    id: String(recipe.id),
  };
}

const toWhole = ({ id, created, modified, json: recipe }: Stored): object => ({
  '@context': 'http://schema.org',
  '@type': 'Recipe',
  image: '',
  recipeYield: null,
  datePublished: null,
  tool: [],
  description: '',
  url: '',
  prepTime: null,
  cookTime: null,
  totalTime: null,
  nutrition: { '@type': 'NutritionInformation' },
  recipeIngredient: [],
  recipeInstructions: [],
  recipeCategory: '',
  keywords: '',
  ...recipe,
  dateCreated: formatTime(created, '+00:00'),
  dateModified: formatTime(modified, '+00:00'),
  id: String(id),
  printImage: true,
  imageUrl: `/apps/cookbook/webapp/recipes/${id}/image?size=full`,
});
