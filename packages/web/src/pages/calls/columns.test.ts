import { expect, it } from 'vitest';
import { layoutFor } from './columns.ts';

it.each([
  [1_172, 'full'],
  [1_000, 'full'],
  [999, 'wide'],
  [860, 'wide'],
  [859, 'medium'],
  [700, 'medium'],
  [699, 'stacked'],
  [328, 'stacked'],
])('lays out a list of %d px as %s', (width, layout) => {
  expect(layoutFor(width)).toBe(layout);
});
