import { describe, expect, it } from 'vitest';
import { EMPTY_OFFER } from '../../../../upstream/src/server.ts';
import { createCatalogBuilder } from '../../catalog/builder.ts';
import { listAllPages } from './listing.ts';

const tools = ['a', 'b', 'c'].map((name) => ({ name, inputSchema: { type: 'object' } }));

describe('listAllPages', () => {
  it.each([
    [0, [['s__a', 's__b', 's__c']]],
    [2, [['s__a', 's__b'], ['s__c']]],
    [1, [['s__a'], ['s__b'], ['s__c']]],
  ])('returns all pages of %i tools', (pageSize, pages) => {
    const builder = createCatalogBuilder({ transparent: false, pageSize, serverInfo: { name: 'test', version: '1' } });
    const catalog = builder.build([{ server: 's', offer: { ...EMPTY_OFFER, tools } }]);
    for (const era of ['modern', 'legacy'] as const) {
      const names = listAllPages(catalog, era).map((page) =>
        (JSON.parse(page.toString()) as { readonly tools: readonly { readonly name: string }[] }).tools.map(
          ({ name }) => name,
        ),
      );
      expect(names).toEqual(pages);
    }
  });
});
