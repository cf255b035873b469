import { meaningOf } from '@toolmark/annotations';
import { parseJson } from '@toolmark/base';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCatalogBuilder } from '../../catalog/builder.ts';
import { OPTIONS, offerOf } from '../../catalog/fixtures/offers.ts';
import { PLAIN_SETTINGS } from '../../catalog/hints/hint-settings.ts';
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
  expect(factsOf(tool).print()).toMatchObject(await tool.fingerprint());
  expect(factsOf(tool)).toBe(factsOf(tool));
});

it('what a definition means is the same whoever says something else about it', () => {
  const [word, hint] = [
    fc.constantFrom('get', 'delete', 'create', 'job'),
    fc.constantFrom(true, false, undefined, 'no'),
  ];
  const hints = fc.record({ readOnlyHint: hint, destructiveHint: hint, openWorldHint: hint });
  const set = fc.record({ readOnlyHint: fc.boolean(), destructiveHint: fc.boolean() }, { requiredKeys: [] });
  const trust = fc.constantFrom('review', 'declared', 'verified', 'none');
  fc.assert(
    fc.property(word, word, hints, set, trust, (name, verb, annotations, override, trusted) => {
      const definition = { name: `${name}_note`, description: `${verb}s a note.`, annotations };
      const settings = { of: () => ({ ...PLAIN_SETTINGS, override, trust: trusted }) };
      const [tool] = createCatalogBuilder(OPTIONS, () => settings).build([offerOf('s', { tools: [definition] })]).tools;
      if (tool === undefined) throw new Error('there is no tool');
      expect(createToolFacts()(tool).print()).toMatchObject(meaningOf(definition));
    }),
  );
});
