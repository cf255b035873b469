/** A recipe as schema.org describes it. */
export type RecipeJson = Readonly<Record<string, unknown>>;

export const SAMPLES: readonly RecipeJson[] = [
  {
    name: 'Lentil Soup',
    description: 'A weekday soup that keeps for three days.',
    recipeIngredient: ['250 g red lentils', '1 onion', '2 carrots', '1 tsp cumin'],
    recipeInstructions: ['Fry the onion and the cumin.', 'Add the rest and a litre of water.', 'Simmer, then blend.'],
    recipeCategory: 'Soups',
    keywords: 'vegan,quick',
    recipeYield: 4,
    prepTime: 'PT10M',
    cookTime: 'PT25M',
    totalTime: 'PT35M',
  },
  {
    name: 'Shakshuka',
    description: 'Eggs in tomato sauce.',
    recipeIngredient: ['800 g tomatoes', '2 peppers', '6 eggs'],
    recipeInstructions: ['Cook the sauce until it is thick.', 'Break the eggs into it and cover.'],
    recipeCategory: 'Breakfast',
    keywords: 'vegetarian,quick',
    recipeYield: 3,
    totalTime: 'PT40M',
  },
];

/** Built-in pages to import recipes from; the emulator never accesses the web. */
export const IMPORTABLE: ReadonlyMap<string, RecipeJson> = new Map([
  [
    'http://recipes.test:8089/recipe.html',
    {
      name: 'Loopback Soup',
      url: 'http://recipes.test:8089/recipe.html',
      recipeIngredient: ['1 l water', '1 packet'],
      recipeInstructions: [
        { '@type': 'HowToStep', text: 'Send the packet.' },
        { '@type': 'HowToStep', text: 'Wait.' },
      ],
      recipeYield: 2,
    },
  ],
]);
