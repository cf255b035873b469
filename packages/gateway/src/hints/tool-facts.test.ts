import { expect, it } from 'vitest';
import { createCatalogBuilder } from '../catalog/builder.ts';
import { OPTIONS, offerOf } from '../catalog/fixtures/offers.ts';
import { parseJson } from '../json.ts';
import { createToolFacts } from './tool-facts.ts';

it.each([
  [
    'plain',
    '{"name":"x","description":"Reads.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"a":1}}',
  ],
  ['with a number that no double holds', '{"name":"x","inputSchema":{"type":"object","maximum":18446744073709551615}}'],
])('the fingerprint of a definition is the one that everybody else takes: %s', async (_case, json) => {
  const [tool] = createCatalogBuilder(OPTIONS).build([offerOf('s', { tools: [parseJson(json)] })]).tools;
  if (tool === undefined) throw new Error('there is no tool');
  const factsOf = createToolFacts();
  expect(factsOf(tool.definition).fingerprint()).toEqual(await tool.fingerprint());
  expect(factsOf(tool.definition)).toBe(factsOf(tool.definition));
});
