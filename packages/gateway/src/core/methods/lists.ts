import type { Catalog, ListMethod } from '../../catalog/catalog.ts';
import { invalidParams, type Method } from './method.ts';

/** A list is a page of the catalog, serialised when it last changed. */
export function listMethod(list: ListMethod, catalog: () => Catalog): Method {
  return {
    era: undefined,
    run: (params, caller) => {
      const cursor = params['cursor'];
      if (cursor !== undefined && typeof cursor !== 'string') return invalidParams('cursor must be a string.');
      const json = catalog().page(list, caller.era, cursor);
      return json === undefined ? invalidParams('Unknown cursor.') : Promise.resolve({ kind: 'json', json });
    },
  };
}
