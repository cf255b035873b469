import { describe, expect, it } from 'vitest';
import { offersOf } from './server-facts.ts';

describe('offersOf', () => {
  it.each([
    [0, 0, 0, ''],
    [2, 1, 0, '2 prompts, 1 resource'],
    [0, 0, 1, '1 template'],
    [1, 2, 3, '1 prompt, 2 resources, 3 templates'],
  ])('%i, %i, %i', (prompts, resources, resource_templates, expected) => {
    expect(offersOf({ prompts, resources, resource_templates })).toBe(expected);
  });
});
